//! expect naive: deadlock, error
//! expect dpor: deadlock, error
//! expect source: deadlock, error
//! expect optimal: deadlock, error
//! expect observers: deadlock, error
//! expect optimal: 5 executions
//! expect observers: 5 executions
// A lock of what the thread holds already only reads the mutex: it took it before.
int[1] out
mutex m0, m1
Thread T0 {
  lock(m0)
  out[0] := 1
}
Thread T1 {
  lock(m1)
  lock(m0)
  lock(m0)
}
fault crash T0
