// The library's condition variable: no signal is lost between unlock and sleep.
//! expect: ok
import std.sync
mutex m
cond c
bool ready
Thread W { lock(m); while !ready { wait(c, m) }  unlock(m) }
Thread S { lock(m); ready := true; signal(c); unlock(m) }
