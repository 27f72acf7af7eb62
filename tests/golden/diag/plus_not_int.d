//! expect: diagnostic 3:12 `+=` needs an int, but this is bool
bool b
Thread A { b += 1 }
