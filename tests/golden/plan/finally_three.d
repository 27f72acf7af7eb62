//! expect naive: ok
//! expect optimal: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal: 6 executions
//! expect lazy: 6 executions
//! expect dc: 3 executions
//! expect naive -D N=4: ok
//! expect optimal -D N=4: ok
//! expect lazy -D N=4: ok
//! expect dc -D N=4: ok
//! expect optimal -D N=4: 24 executions
//! expect lazy -D N=4: 24 executions
//! expect dc -D N=4: 4 executions
// Of all orders only the last write counts.
param int N = 3
int x
Thread(i in 1..N) T { x := i }
finally { assert x >= 1 && x <= N }
