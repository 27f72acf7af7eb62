//! expect: ok
//! expect -D BUG=true: deadlock
//! expect naive: ok
//! expect optimal -D BUG=true: deadlock
//! expect dc -D BUG=true: deadlock
// One thread prepares, the others go when it is done. BUG: the event is reset at once, and who comes later, or had not
// looked yet, waits for ever.
import std.sync
param int N = 2
param bool BUG = false
event prepared
int data
Thread Preparer {
  data := 42
  set_event(prepared)
  if BUG { reset_event(prepared) }
}
Thread(i in 1..N) User {
  await_event(prepared)
  assert data == 42
}
