//! expect naive: ok
//! expect optimal: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal: 2 executions
//! expect lazy: 2 executions + 2 blocked
//! expect dc: 2 executions + 2 blocked
// A semaphore of one and two users, as guarded atomic steps on one object.
import std.sync
sem s = sem(1)
int x
Thread(i in 1..2) User {
  down(s)
  x := i
  up(s)
}
