//! expect naive: deadlock
//! expect stateful:reach: deadlock
//! expect dpor: deadlock
//! expect source: deadlock
//! expect optimal: deadlock
//! expect observers: deadlock
//! expect naive: 3 executions
//! expect optimal: 2 executions
// Without looking first the signal may come before the wait.
import std.sync
mutex m
cond c
Thread W { lock(m); wait(c, m); unlock(m) }
Thread S { lock(m); signal(c); unlock(m) }
