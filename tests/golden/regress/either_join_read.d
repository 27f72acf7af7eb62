//! expect naive: ok
//! expect dc: ok
//! expect optimal: 2 executions
//! expect dc: 2 executions + 4 blocked
// A branch joins a thread whose last event is a read: what that read gives may change, and the thread ends all the same.
int x, y, z
Thread E {
  y := 0
  either { atomic { await x == 1; z := 0 } }
  or { join T }
}
Thread T { int h = x - y }
