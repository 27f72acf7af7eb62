//! expect naive: deadlock
//! expect optimal: deadlock
//! expect lazy: deadlock
//! expect dc: deadlock
//! expect optimal: 5 executions
//! expect lazy: 5 executions + 4 blocked
//! expect dc: 5 executions + 4 blocked
// A lock inside an atomic block is a guard, one outside waits.
mutex m
int x
Thread A { lock(m); x := 1; unlock(m) }
Thread B { atomic { lock(m); x := x + 1 } }
Thread C { lock(m); unlock(m) }
