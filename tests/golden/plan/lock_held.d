//! expect naive: deadlock
//! expect optimal: deadlock
//! expect lazy: deadlock
//! expect dc: deadlock
//! expect optimal: 9 executions
//! expect lazy: 9 executions
//! expect dc: 5 executions
// A thread that keeps the lock: who waits for it at the end might have had it first.
mutex m
int x
Thread A { lock(m); x := 1 }
Thread B { x := 2; lock(m); x := 3; unlock(m) }
Thread C { lock(m); x := 4; unlock(m) }
