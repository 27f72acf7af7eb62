//! expect: diagnostic 3:24 the old value of cas must be int, but this is bool
int x
Thread A { _ := cas(x, false, 1) }
