//! expect: diagnostic 3:12 `N` is a constant and cannot change
const int N = 1
Thread A { N := 2 }
