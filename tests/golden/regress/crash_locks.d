//! expect naive: deadlock
//! expect dc: deadlock
//! expect optimal: 10 executions
//! expect dc: 10 executions
//! expect dc --jobs 2: 10 executions
// Each holds what the other waits for; the one that may crash need not, and that is a run of its own.
int x
mutex m0, m1
Thread A {
  lock(m1)
  lock(m0)
  unlock(m0)
  unlock(m1)
  x := 1
}
Thread B {
  lock(m0)
  lock(m1)
}
fault crash A
