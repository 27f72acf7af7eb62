//! expect naive: ok
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect naive: 3 executions
//! expect optimal: 2 executions
// A condition variable: the signal is lost when nobody waits, so the waiter looks first.
import std.sync
mutex m
cond c
bool ready
Thread W {
  lock(m)
  while !ready { wait(c, m) }
  unlock(m)
}
Thread S {
  lock(m)
  ready := true
  signal(c)
  unlock(m)
}
