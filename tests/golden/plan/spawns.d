//! expect naive: ok
//! expect optimal: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal: 24 executions
//! expect lazy: 24 executions
//! expect dc: 1 executions
// Concurrent spawns commute; nobody reads the writes of the children.
int x
Thread(int v) Child { x := v }
Thread(i in 1..2) Parent {
  spawn Child(10 * i)
  spawn Child(10 * i + 1)
}
