//! expect naive: deadlock
//! expect dpor: deadlock
//! expect source: deadlock
//! expect optimal: deadlock
//! expect observers: deadlock
//! expect optimal: 562 executions
//! expect observers: 562 executions
// Three threads, two locks, crashes anywhere: also runs that end with a crash left undone.
mutex m0, m1
Thread(i in 0..2) P {
  lock(m0)
  unlock(m0)
  lock(m1)
}
fault crash P
