//! expect: diagnostic 3:25 the new value of swap must be int, but this is bool
int x
Thread A { _ := swap(x, true) }
