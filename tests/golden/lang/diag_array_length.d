//! expect: diagnostic 3:5 `x` is a shared variable; a constant is needed here
int x
int[x] a
Thread T { skip }
