//! expect naive: ok
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect lazy: ok
//! expect dc: ok
//! expect naive -D N=2: 20 executions
//! expect naive -D N=3: 70 executions
//! expect naive -D N=4: 252 executions
//! expect optimal -D N=2: 14 executions
//! expect optimal -D N=3: 50 executions
//! expect optimal -D N=4: 182 executions
//! expect lazy -D N=2: 14 executions
//! expect lazy -D N=3: 50 executions
//! expect lazy -D N=4: 182 executions
//! expect observers -D N=2: 8 executions
//! expect observers -D N=3: 12 executions
//! expect observers -D N=4: 16 executions
//! expect observers -D N=10: 40 executions
//! expect dc -D N=2: 5 executions
//! expect dc -D N=3: 7 executions
//! expect dc -D N=4: 9 executions
//! expect dc -D N=10: 21 executions
//! expect dc -D N=50: 101 executions
// Two threads, each N writes of x and then a read of it. Chalupa et al., Data-centric DPOR, POPL 2018, figure 5.
// Mazurkiewicz classes for N=2..4: 14, 50, 182. Observer classes: 4 * N. Reads-from classes: 2 * N + 1: both read their own
// last write, or one of them any write of the other.
param int N = 2
int x

Thread(i in 1..2) T {
  for k in 1..N { x := 10 * i + k }
  _ := x
}
