//! expect: diagnostic 3:5 `x` is declared twice
int x
int x
Thread T { skip }
