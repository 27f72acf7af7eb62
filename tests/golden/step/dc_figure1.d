//! expect naive: ok
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect naive: 6 executions
//! expect optimal: 4 executions
//! expect observers: 4 executions
// Two threads, each a write of x and a read of it. Chalupa et al., POPL 2018, figure 1.
int x
Thread(i in 1..2) T { x := i; _ := x }
