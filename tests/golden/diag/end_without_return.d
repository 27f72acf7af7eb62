//! expect: diagnostic 2:5 `f` can reach its end without returning a value
int f(int n) { loop { if n == 0 { break } return 1 } }
Thread A { print f(1) }
