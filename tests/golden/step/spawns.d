//! expect naive: ok
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect naive: 630 executions
//! expect optimal: 24 executions
//! expect observers: 1 executions
// Concurrent spawns commute; the numbers of the threads do not tell who was first.
int x
Thread(int v) Child { x := v }
Thread(i in 1..2) Parent {
  spawn Child(10 * i)
  spawn Child(10 * i + 1)
}
