//! expect: diagnostic 3:15 `x` is a shared variable; a constant is needed here
int x
const int K = x + 1
Thread A { skip }
