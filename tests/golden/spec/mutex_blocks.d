//! expect naive: 2 executions
mutex m
Thread(i in 1..2) T { lock(m); unlock(m) }
