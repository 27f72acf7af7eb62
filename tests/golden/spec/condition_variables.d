//! expect: ok
//! expect -D LOST=true: deadlock
// A signal that nobody waits for is lost.
import std.sync
param bool LOST = false
mutex m
cond c
bool ready
Thread Waiter { lock(m); if LOST { wait(c, m) } else { while !ready { wait(c, m) } } ; unlock(m) }
Thread Setter { lock(m); ready := true; signal(c); unlock(m) }
