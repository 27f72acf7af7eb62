//! options: --bfs --lib
//! expect: deadlock
// Library calls step by step.
import std.sync
mutex m
cond c
Thread Waiter { lock(m); wait(c, m); unlock(m) }
Thread Setter { lock(m); signal(c); unlock(m) }
