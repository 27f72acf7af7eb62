//! expect naive: ok
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect naive: 6 executions
//! expect optimal: 4 executions
//! expect observers: 3 executions
//! expect naive -D K=3: ok
//! expect stateful:reach -D K=3: ok
//! expect dpor -D K=3: ok
//! expect source -D K=3: ok
//! expect optimal -D K=3: ok
//! expect observers -D K=3: ok
//! expect naive -D K=3: 90 executions
//! expect optimal -D K=3: 36 executions
//! expect observers -D K=3: 22 executions
// K threads, each a read and a write of x. Chalupa et al., POPL 2018, figure 6.
param int K = 2
int x
Thread(i in 1..K) T { _ := x; x := i }
