// Two orders: 6 runs, two of them stuck.
//! expect naive: 6 executions
//! expect: deadlock
mutex a, b
Thread T { lock(a); lock(b); unlock(b); unlock(a) }
Thread U { lock(b); lock(a); unlock(a); unlock(b) }
