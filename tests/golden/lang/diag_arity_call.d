//! expect: diagnostic 3:17 `f` takes 2 arguments, not 1
int f(int a, int b) { return a }
Thread T { _ := f(1) }
