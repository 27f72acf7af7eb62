//! expect naive: deadlock
//! expect optimal: deadlock
//! expect lazy: deadlock
//! expect dc: deadlock
//! expect optimal: 12 executions
//! expect lazy: 12 executions + 24 blocked
//! expect dc: 12 executions + 24 blocked
// One signal for two that wait: whom it wakes is a choice from the set.
import std.sync
mutex m
cond c
Thread(i in 1..2) W { lock(m); wait(c, m); unlock(m) }
Thread S { lock(m); signal(c); unlock(m) }
