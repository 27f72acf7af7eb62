//! expect: ok
//! expect -D std.sync.SPURIOUS=true: violation
//! expect -D std.sync.SPURIOUS=true -D CAREFUL=true: ok
// `if` suffices as long as nobody wakes without a signal.
import std.sync
param bool CAREFUL = false
mutex m
cond c
bool ready
Thread Waiter {
  lock(m)
  if CAREFUL { while !ready { wait(c, m) } }
  else { if !ready { wait(c, m) } }
  assert ready
  unlock(m)
}
Thread Setter { lock(m); ready := true; signal(c); unlock(m) }
