//! expect: diagnostic 3:27 the new value of cas must be int, but this is bool
int x
Thread A { _ := cas(x, 0, true) }
