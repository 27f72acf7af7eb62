//! expect naive -D N=2: ok
//! expect naive -D N=2: 118 executions
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal -D N=2: 6 executions
//! expect optimal -D N=4: 70 executions
//! expect optimal -D N=6: 924 executions
//! expect optimal -D N=8: 12870 executions
//! expect lazy -D N=2: 6 executions
//! expect lazy -D N=4: 70 executions
//! expect lazy -D N=6: 924 executions
//! expect lazy -D N=8: 12870 executions
//! expect observers -D N=2: 6 executions
//! expect observers -D N=4: 70 executions
//! expect observers -D N=6: 924 executions
//! expect observers -D N=8: 12870 executions
//! expect dc -D N=2: 6 executions
//! expect dc -D N=4: 70 executions
//! expect dc -D N=6: 924 executions
//! expect dc -D N=8: 12870 executions
//! expect naive -D LOCK=false -D N=2: 251 executions
//! expect optimal -D LOCK=false -D N=2: 34 executions
//! expect optimal -D LOCK=false -D N=3: 328 executions
//! expect optimal -D LOCK=false -D N=4: 3334 executions
//! expect lazy -D LOCK=false -D N=2: 34 executions
//! expect lazy -D LOCK=false -D N=3: 328 executions
//! expect lazy -D LOCK=false -D N=4: 3334 executions
//! expect observers -D LOCK=false -D N=2: 26 executions
//! expect observers -D LOCK=false -D N=3: 254 executions
//! expect observers -D LOCK=false -D N=4: 2598 executions
//! expect dc -D LOCK=false -D N=2: 19 executions
//! expect dc -D LOCK=false -D N=3: 141 executions
//! expect dc -D LOCK=false -D N=4: 1107 executions
//! expect dc -D LOCK=false -D N=5: 8953 executions
// pthread_demo(N): two threads, N times each: lock, g := g + 1, unlock.
// From SV-COMP; Chalupa et al., Data-centric DPOR, POPL 2018, table 4b.
// The critical sections are all that is ordered: (2N choose N) classes, also with observers and by reads-from.
// LOCK=false: g := g + 1 without the lock, where updates get lost. Mazurkiewicz classes for N=2..4: 34, 328, 3334; observer
// classes: 26, 254, 2598; reads-from classes: 19, 141, 1107.
param int N = 4
param bool LOCK = true
int g
mutex m

Thread() Worker {
  for k in 1..N {
    if LOCK { lock(m) }
    g := g + 1
    if LOCK { unlock(m) }
  }
}

Thread Main {
  pid a = spawn Worker()
  pid b = spawn Worker()
  join a
  join b
}
