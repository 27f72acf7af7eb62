//! expect: ok
//! expect dc: ok
//! expect -D SPURIOUS=true: ok
//! expect -D std.sync.SPURIOUS=true: violation
// A model's own names come first for the model, and the library keeps its own: here builtins, functions, a constant, a
// type's name and an enum name that modules use are something else.
import std.sync
import std.queue
const int add = 1
const int contains = 2
param bool SPURIOUS = false
enum Fruit { fair, push, items }
mutex m
cond c
buffer b
bool go
int await_event, get_future = 3
init { b.capacity := contains }
void put(int v) { own(v) }
void own(int v) { assert v == add }
Thread Waiter {
  put(1)
  lock(m)
  if !go { wait(c, m) }
  assert go
  unlock(m)
  assert get(b) == get_future
}
Thread Waker {
  lock(m)
  go := true
  signal(c)
  unlock(m)
  bool ok = try_put(b, 3)
  assert ok
}
