//! expect naive: ok
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect naive: 384 executions
//! expect optimal: 126 executions
// Three users of a semaphore of two, as guarded atomic steps on one object.
import std.sync
sem s = sem(2)
int x
Thread(i in 1..3) User {
  down(s)
  x := i
  up(s)
}
