//! expect: diagnostic 2:18 the returned value must be int, but this is bool
int f() { return true }
Thread A { print f() }
