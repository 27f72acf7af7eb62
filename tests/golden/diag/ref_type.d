//! expect: diagnostic 4:14 `ref r` needs int, but this is bool
bool b
void f(ref int r) { r := 1 }
Thread A { f(b) }
