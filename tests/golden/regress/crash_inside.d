//! expect naive: deadlock
//! expect dpor: deadlock
//! expect source: deadlock
//! expect optimal: deadlock
//! expect observers: deadlock
//! expect optimal: 562 executions
//! expect observers: 562 executions
// A run may end where a wakeup sequence goes on with a crash.
mutex m0, m1
Thread(i in 0..2) P {
  lock(m0)
  unlock(m0)
  lock(m1)
}
fault crash P
