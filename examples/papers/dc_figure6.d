//! expect naive: ok
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect lazy: ok
//! expect dc: ok
//! expect naive -D K=2: 6 executions
//! expect naive -D K=3: 90 executions
//! expect optimal -D K=2: 4 executions
//! expect optimal -D K=3: 36 executions
//! expect optimal -D K=4: 576 executions
//! expect lazy -D K=2: 4 executions
//! expect lazy -D K=3: 36 executions
//! expect lazy -D K=4: 576 executions
//! expect observers -D K=2: 3 executions
//! expect observers -D K=3: 22 executions
//! expect observers -D K=4: 281 executions
//! expect dc -D K=2: 3 executions
//! expect dc -D K=3: 16 executions
//! expect dc -D K=4: 125 executions
//! expect dc -D K=5: 1296 executions
// K threads, each a read and a write of x. Chalupa et al., Data-centric DPOR, POPL 2018, figure 6.
// Mazurkiewicz classes: (K!)^2. Observer classes for K=2..4: 3, 22, 281. Reads-from classes: (K+1)^(K-1), the trees on
// K threads and the initial value, each read hanging from what it saw.
param int K = 2
int x

Thread(i in 1..K) T {
  _ := x
  x := i
}
