//! expect: diagnostic 3:8 `f` may not be called in init
void f() { exit }
init { f() }
Thread A { skip }
