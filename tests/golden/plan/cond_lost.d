//! expect naive: deadlock
//! expect optimal: deadlock
//! expect lazy: deadlock
//! expect dc: deadlock
//! expect optimal: 2 executions
//! expect lazy: 2 executions + 1 blocked
//! expect dc: 2 executions + 1 blocked
// Without looking first the signal may come before the wait, and the guard inside wait is stuck for good.
import std.sync
mutex m
cond c
Thread W { lock(m); wait(c, m); unlock(m) }
Thread S { lock(m); signal(c); unlock(m) }
