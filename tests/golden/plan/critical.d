//! expect naive: violation
//! expect optimal: violation
//! expect lazy: violation
//! expect dc: violation
//! expect optimal: 12 executions
//! expect lazy: 12 executions
//! expect dc: 4 executions
// Entries and exits of one critical section depend on each other.
int x
Thread(i in 1..2) T { x := i; critical c { x := 10 * i } }
