//! expect naive: ok
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect naive: 20 executions
//! expect optimal: 14 executions
//! expect observers: 8 executions
//! expect naive -D N=3: ok
//! expect stateful:reach -D N=3: ok
//! expect dpor -D N=3: ok
//! expect source -D N=3: ok
//! expect optimal -D N=3: ok
//! expect observers -D N=3: ok
//! expect naive -D N=3: 70 executions
//! expect optimal -D N=3: 50 executions
//! expect observers -D N=3: 12 executions
//! expect naive -D N=4: ok
//! expect stateful:reach -D N=4: ok
//! expect dpor -D N=4: ok
//! expect source -D N=4: ok
//! expect optimal -D N=4: ok
//! expect observers -D N=4: ok
//! expect naive -D N=4: 252 executions
//! expect optimal -D N=4: 182 executions
//! expect observers -D N=4: 16 executions
// Two threads, each N writes of x and then a read. Chalupa et al., POPL 2018, figure 5. Observer classes: 4 * N.
param int N = 2
int x
Thread(i in 1..2) T {
  for k in 1..N { x := 10 * i + k }
  _ := x
}
