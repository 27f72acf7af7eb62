//! expect: diagnostic 2:5 `f` can reach its end without returning a value
int f(int a) { if a > 0 { return 1 } }
Thread T { _ := f(1) }
