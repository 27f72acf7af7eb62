//! expect naive --loop 2: incomplete
int x
Thread A { loop { x := 1 - x } }
