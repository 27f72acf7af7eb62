//! expect: diagnostic 3:14 argument `n` of `f` must be int, but this is bool
void f(int n) { skip }
Thread A { f(true) }
