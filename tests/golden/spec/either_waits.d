//! expect: deadlock
int x
mutex m
Thread A { lock(m) }
Thread B { await x == 0; either { lock(m); unlock(m) } or { await x == 1 } }
