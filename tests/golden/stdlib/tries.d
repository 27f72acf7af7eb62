//! expect: ok
//! expect naive: 1 executions
// What the functions that never wait say and leave behind.
import std.sync
import std.queue
import std.net
import std.atomic
sem s = sem(1)
buffer b
channel c
tas t
init { b.capacity := 1; c.capacity := 1 }
Thread A {
  int v = 9
  bool done = try_down(s)
  assert done
  done := try_down(s)
  assert !done && s.n == 0
  done := try_get(b, v)
  assert !done && v == 9
  done := try_put(b, 1)
  assert done
  done := try_put(b, 2)
  assert !done && len(b.items) == 1
  done := try_get(b, v)
  assert done && v == 1
  done := try_recv(c, v)
  assert !done && v == 1
  send(c, 3)
  done := try_recv(c, v)
  assert done && v == 3
  done := tas_trylock(t)
  assert done
  done := tas_trylock(t)
  assert !done
  tas_unlock(t)
  assert !t.held
}
