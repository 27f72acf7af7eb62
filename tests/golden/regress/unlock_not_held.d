//! expect naive: error
//! expect dpor: error
//! expect source: error
//! expect optimal: error
//! expect observers: error
//! expect optimal: 5 executions
//! expect observers: 5 executions
// An unlock that fails only reads the mutex, so its race with a lock can be reversed.
int[2] out
mutex m1
Thread T1 { unlock(m1) }
Thread T0 {
  lock(m1)
  out[0] := 1
}
fault crash T0 <= 1
