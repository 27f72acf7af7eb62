//! expect: diagnostic 2:11 `f` must return a value
int f() { return }
Thread A { print f() }
