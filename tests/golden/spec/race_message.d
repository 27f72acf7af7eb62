//! expect naive --races=error: ok
message M()
int x
Thread A { x := 1; B ! M() }
Thread B { receive { M() => { assert x == 1 } } }
