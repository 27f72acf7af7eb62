//! expect naive: deadlock
//! expect stateful:reach: deadlock
//! expect dpor: deadlock
//! expect source: deadlock
//! expect optimal: deadlock
//! expect observers: deadlock
//! expect naive: 10 executions
// judge: optimal ? (brute force over the events of the machine: 9)
// A crash in a critical section: the mutex stays held.
mutex m
int x
fault crash A
Thread A { lock(m); x := 1; unlock(m) }
Thread B { lock(m); x := 2; unlock(m) }
