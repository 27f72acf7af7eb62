//! expect: error
int x
int f(int n) { return f(n + 1) + 1 }
Thread T { x := f(0) }
