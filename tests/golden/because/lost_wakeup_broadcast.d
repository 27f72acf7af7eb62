//! expect: deadlock
// The flag is looked at without the lock.
import std.sync
mutex m
cond ready
bool done
Thread W {
  if !done { lock(m); wait(ready, m); unlock(m) }
}
Thread S { done := true; lock(m); broadcast(ready); unlock(m) }
