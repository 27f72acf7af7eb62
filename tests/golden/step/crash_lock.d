//! expect naive: deadlock
//! expect stateful:reach: deadlock
//! expect dpor: deadlock
//! expect source: deadlock
//! expect optimal: deadlock
//! expect observers: deadlock
//! expect naive: 10 executions
//! expect optimal: 9 executions
//! expect observers: 9 executions
// A crash in a critical section: the mutex stays held.
mutex m
int x
fault crash A
Thread A { lock(m); x := 1; unlock(m) }
Thread B { lock(m); x := 2; unlock(m) }
