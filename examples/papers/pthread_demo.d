//! expect naive -D N=2: ok
//! expect naive -D N=2: 118 executions
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal -D N=2: 6 executions
//! expect optimal -D N=4: 70 executions
//! expect optimal -D N=6: 924 executions
//! expect optimal -D N=8: 12870 executions
//! expect observers -D N=2: 6 executions
//! expect observers -D N=4: 70 executions
//! expect observers -D N=6: 924 executions
//! expect observers -D N=8: 12870 executions
// pthread_demo(N): two threads, N times each: lock, g := g + 1, unlock.
// From SV-COMP; Chalupa et al., Data-centric DPOR, POPL 2018, table 4b.
// The critical sections are all that is ordered: (2N choose N) classes, with or without observers.
param int N = 4
int g
mutex m

Thread() Worker {
  for k in 1..N {
    lock(m)
    g := g + 1
    unlock(m)
  }
}

Thread Main {
  pid a = spawn Worker()
  pid b = spawn Worker()
  join a
  join b
}
