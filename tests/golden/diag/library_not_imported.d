//! expect: diagnostic 3:1 unknown type `cond`
mutex m
cond c
buffer b
Thread A { lock(m); wait(c, m); tas_lock(m) }
