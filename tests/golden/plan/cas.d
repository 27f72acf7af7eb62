//! expect naive: ok
//! expect optimal: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal: 3 executions
//! expect lazy: 3 executions
//! expect dc: 3 executions
// A failed cas only reads.
int x
Thread(i in 1..3) T { bool b = cas(x, 0, i) }
