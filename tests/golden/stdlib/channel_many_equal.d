//! expect naive: 3 executions
//! expect optimal: 3 executions
//! expect source: 3 executions
// A reordering channel holds 5, 5, 6, 9, 9: three different values, three choices.
import std.net
channel c
init {
  c.capacity := 5
  c.reordering := true
  push(c.items, 5)
  push(c.items, 5)
  push(c.items, 6)
  push(c.items, 9)
  push(c.items, 9)
}
Thread Receiver { _ := recv(c) }
invariant kept: len(c.items) >= 4
