//! expect: diagnostic 3:18 `f` is a function, not a value
int f() { return 1 }
Thread A { print f }
