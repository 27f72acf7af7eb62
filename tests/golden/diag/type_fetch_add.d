//! expect: diagnostic 3:30 the amount of fetch_add must be int, but this is bool
int x
Thread A { _ := fetch_add(x, true) }
