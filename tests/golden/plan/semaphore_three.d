//! expect naive: ok
//! expect optimal: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal: 126 executions
//! expect lazy: 126 executions + 24 blocked
//! expect dc: 54 executions + 12 blocked
// Three users of a semaphore of two.
import std.sync
sem s = sem(2)
int x
Thread(i in 1..3) User {
  down(s)
  x := i
  up(s)
}
