//! expect naive: deadlock
//! expect stateful:reach: deadlock
//! expect dpor: deadlock
//! expect source: deadlock
//! expect optimal: deadlock
//! expect observers: deadlock
//! expect naive: 3 executions
//! expect optimal: 3 executions
//! expect observers: 3 executions
// Everybody takes the lock and nobody gives it back: who comes second waits for ever. Its pending lock has to be tried first.
mutex m
int x
Thread(i in 1..3) T {
  lock(m)
  x := i
}
