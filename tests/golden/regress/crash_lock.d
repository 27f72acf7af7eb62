//! expect naive: deadlock
//! expect dc: deadlock
//! expect optimal: 4 executions
//! expect dc: 4 executions
//! expect dc --jobs 2: 4 executions
// Who may crash at a lock may also wait there for good: the other is the next owner in runs with the crash and without.
// The latter were lost in some orders of the tasks.
mutex m
Thread A { lock(m) }
Thread B { lock(m) }
fault crash A
