//! expect: ok
//! expect -D ONE=true: deadlock
import std.sync
param bool ONE = false
mutex m
cond c
bool ready
Thread(i in 1..2) Waiter { lock(m); while !ready { wait(c, m) }; unlock(m) }
Thread Setter { lock(m); ready := true; if ONE { signal(c) } else { broadcast(c) } ; unlock(m) }
