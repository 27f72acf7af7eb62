//! expect naive: ok
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect lazy: ok
//! expect dc: ok
//! expect naive: 6 executions
//! expect optimal: 4 executions
//! expect lazy: 4 executions
//! expect observers: 4 executions
//! expect dc: 3 executions
// Two threads, each a write of x and a read of it. Chalupa et al., Data-centric DPOR, POPL 2018, figure 1.
// Mazurkiewicz and observer classes: 4. Reads-from classes: 3. Each reads its own write, whichever of the two came first, or
// one of them reads the other's.
int x

Thread(i in 1..2) T {
  x := i
  _ := x
}
