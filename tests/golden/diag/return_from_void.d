//! expect: diagnostic 2:19 `f` is void and returns no value
void f() { return 1 }
Thread A { f() }
