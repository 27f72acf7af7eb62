//! expect: ok
//! expect -D std.sync.SPURIOUS=true: violation
//! expect -D SPURIOUS=true: violation
//! expect optimal -D SPURIOUS=true: violation
// The library's parameter can be set by its name alone, if the model has none of that name.
import std.sync
mutex m
cond c
bool go
Thread Waiter {
  lock(m)
  if !go { wait(c, m) }
  assert go
  unlock(m)
}
Thread Waker { lock(m); go := true; signal(c); unlock(m) }
