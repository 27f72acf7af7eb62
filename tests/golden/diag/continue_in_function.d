//! expect: diagnostic 2:12 continue stands only in a loop
void f() { continue }
Thread A { loop { f() } }
