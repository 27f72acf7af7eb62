//! expect naive: deadlock
//! expect stateful:reach: deadlock
//! expect dpor: deadlock
//! expect source: deadlock
//! expect optimal: deadlock
//! expect observers: deadlock
//! expect naive: 6 executions
//! expect optimal: 3 executions
//! expect observers: 3 executions
// The classical deadlock of two locks in opposite orders.
mutex a, b
Thread P { lock(a); lock(b); unlock(b); unlock(a) }
Thread Q { lock(b); lock(a); unlock(a); unlock(b) }
