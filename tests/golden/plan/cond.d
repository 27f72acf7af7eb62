//! expect naive: ok
//! expect optimal: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal: 2 executions
//! expect lazy: 2 executions + 1 blocked
//! expect dc: 2 executions + 1 blocked
// A condition variable, looked at before waiting.
import std.sync
mutex m
cond c
bool ready
Thread W { lock(m); while !ready { wait(c, m) }; unlock(m) }
Thread S { lock(m); ready := true; signal(c); unlock(m) }
