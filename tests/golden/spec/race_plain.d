//! expect: ok
//! expect --races=error: race
//! expect naive --races=error: race
int x
Thread A { x := 1 }
Thread B { assert x < 2 }
