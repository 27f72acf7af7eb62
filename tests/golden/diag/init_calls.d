//! expect: diagnostic 5:8 `f` may not be called in init
message M()
void g() { A ! M() }
void f() { g() }
init { f() }
Thread A { skip }
