//! expect: violation low
//! expect naive: violation low
int x
Thread A { x := 5; x := 0 }
invariant low: x < 5
