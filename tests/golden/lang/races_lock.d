//! expect --races=error: ok
mutex m
int x
Thread(i in 0..1) T { lock(m); x := x + 1; unlock(m) }
