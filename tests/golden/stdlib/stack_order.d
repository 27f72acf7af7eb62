//! expect: ok
//! expect naive: 1 executions
//! expect optimal: 1 executions
// Last in, first out.
import std.queue
stack s
Thread A {
  push_stack(s, 1)
  push_stack(s, 2)
  assert pop_stack(s) == 2
  push_stack(s, 3)
  push_stack(s, 4)
  assert pop_stack(s) == 4
  assert pop_stack(s) == 3
  assert pop_stack(s) == 1
  int v = 9
  bool got = try_pop_stack(s, v)
  assert !got && v == 9
  push_stack(s, 5)
  got := try_pop_stack(s, v)
  assert got && v == 5
}
