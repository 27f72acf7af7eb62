//! expect stateful:reach: ok
int x
daemon Thread A { loop { x := 1 - x } }
Thread B { assert x < 2 }
