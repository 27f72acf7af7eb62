//! expect naive: deadlock
//! expect stateful:reach: deadlock
//! expect dpor: deadlock
//! expect source: deadlock
//! expect optimal: deadlock
//! expect observers: deadlock
//! expect naive: 2 executions
//! expect optimal: 2 executions
//! expect observers: 2 executions
// Only B keeps the lock: A first is fine, B first is a deadlock.
mutex m
Thread A { lock(m); unlock(m) }
Thread B { lock(m) }
