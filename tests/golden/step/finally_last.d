//! expect naive: ok
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect naive: 6 executions
//! expect optimal: 6 executions
//! expect observers: 3 executions
//! expect naive -D N=4: ok
//! expect stateful:reach -D N=4: ok
//! expect dpor -D N=4: ok
//! expect source -D N=4: ok
//! expect optimal -D N=4: ok
//! expect observers -D N=4: ok
//! expect naive -D N=4: 24 executions
//! expect optimal -D N=4: 24 executions
//! expect observers -D N=4: 4 executions
// finally is a last read: with three writers it sees any of them, and of all orders only the last write counts.
param int N = 3
int x
Thread(i in 1..N) T { x := i }
finally { assert x >= 1 && x <= N }
