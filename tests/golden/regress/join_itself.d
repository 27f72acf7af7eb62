//! expect naive: deadlock
//! expect dpor: deadlock
//! expect source: deadlock
//! expect optimal: deadlock
//! expect observers: deadlock
//! expect optimal: 1 executions
//! expect observers: 2 executions
// Joins itself: a deadlock, whoever looks first.
Thread(i in 0..1) P { atomic { join P[1] } }
