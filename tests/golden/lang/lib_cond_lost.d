// Signalled before anybody waits: lost.
//! expect: deadlock
import std.sync
mutex m
cond c
Thread W { lock(m); wait(c, m); unlock(m) }
Thread S { lock(m); signal(c); unlock(m) }
