//! expect --races=error: ok
//! expect naive --races=error: ok
mutex m
int x
Thread(i in 1..2) T { lock(m); x := x + 1; unlock(m) }
