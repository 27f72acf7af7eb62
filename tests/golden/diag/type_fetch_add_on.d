//! expect: diagnostic 3:27 `fetch_add` needs an int, but this is bool
bool x
Thread A { _ := fetch_add(x, 1) }
