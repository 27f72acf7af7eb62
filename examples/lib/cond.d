//! expect: ok
//! expect -D BUG=true: deadlock
//! expect -D std.sync.SPURIOUS=true: ok
//! expect -D CARELESS=true: ok
//! expect -D CARELESS=true -D std.sync.SPURIOUS=true: violation
//! expect naive -D N=2: ok
//! expect optimal -D BUG=true: deadlock
//! expect dc: ok
// A gate that opens once for all who wait. BUG: signal wakes one of them only. CARELESS: without a loop around wait,
// which goes well until a thread wakes without a signal.
import std.sync
param int N = 3
param bool BUG = false
param bool CARELESS = false
mutex m
cond opened
bool open
Thread(i in 1..N) Visitor {
  lock(m)
  if CARELESS { if !open { wait(opened, m) } }
  else { while !open { wait(opened, m) } }
  assert open, "through a closed gate"
  unlock(m)
}
Thread Porter {
  lock(m)
  open := true
  if BUG { signal(opened) } else { broadcast(opened) }
  unlock(m)
}
