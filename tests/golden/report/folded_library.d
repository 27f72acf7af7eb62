//! options: --bfs
//! expect: deadlock
// Library calls are one line of a trace.
import std.sync
mutex m
cond c
Thread Waiter { lock(m); wait(c, m); unlock(m) }
Thread Setter { lock(m); signal(c); unlock(m) }
