//! expect naive: ok
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect naive: 6 executions
//! expect optimal: 3 executions
//! expect observers: 3 executions
// Three cas on one cell: the first one wins, the others only read and commute.
int x
Thread(i in 1..3) T { _ := cas(x, 0, i) }
