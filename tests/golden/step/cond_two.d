//! expect naive: deadlock
//! expect stateful:reach: deadlock
//! expect dpor: deadlock
//! expect source: deadlock
//! expect optimal: deadlock
//! expect observers: deadlock
//! expect naive: 20 executions
//! expect optimal: 12 executions
// One signal for two waiting threads: it wakes either of them, or is lost on those that come later.
import std.sync
mutex m
cond c
Thread(i in 1..2) W { lock(m); wait(c, m); unlock(m) }
Thread S { signal(c) }
