//! expect naive: deadlock
//! expect dpor: deadlock
//! expect source: deadlock
//! expect optimal: deadlock
//! expect observers: deadlock
//! expect optimal: 61 executions
//! expect observers: 61 executions
// A crash at the end of a run is optional: what sleeps after a crash elsewhere must not hide the runs without it.
mutex m1
Thread(i in 0..2) P {
  lock(m1)
  join P[2]
}
fault crash P
