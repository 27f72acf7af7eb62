//! expect: diagnostic 3:19 argument `a` of `f` must be int, but this is bool
int f(int a) { return a }
Thread T { _ := f(true) }
