//! expect naive -D N=2: ok
//! expect naive -D N=2: 76 executions
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal -D N=4: 28 executions
//! expect optimal -D N=5: 64 executions
//! expect optimal -D N=8: 704 executions
//! expect optimal -D N=10: 3328 executions
//! expect optimal -D N=12: 15360 executions
//! expect lazy -D N=4: 28 executions
//! expect lazy -D N=5: 64 executions
//! expect lazy -D N=8: 704 executions
//! expect lazy -D N=10: 3328 executions
//! expect lazy -D N=12: 15360 executions
//! expect observers -D N=4: 28 executions
//! expect observers -D N=5: 64 executions
//! expect observers -D N=8: 704 executions
//! expect observers -D N=10: 3328 executions
//! expect observers -D N=12: 15360 executions
//! expect naive -D N=2 -D SHAREDARG=true: 708 executions
//! expect source -D N=3 -D SHAREDARG=true: ok
//! expect optimal -D N=3 -D SHAREDARG=true: 120 executions
//! expect optimal -D N=4 -D SHAREDARG=true: 2118 executions
//! expect lazy -D N=3 -D SHAREDARG=true: 120 executions
//! expect lazy -D N=4 -D SHAREDARG=true: 2118 executions
//! expect observers -D N=3 -D SHAREDARG=true: 98 executions
//! expect observers -D N=4 -D SHAREDARG=true: 1520 executions
//! expect dc -D N=4: 28 executions
//! expect dc -D N=5: 64 executions
//! expect dc -D N=8: 704 executions
//! expect dc -D N=10: 3328 executions
//! expect dc -D N=12: 15360 executions
//! expect dc -D N=3 -D SHAREDARG=true: 61 executions
//! expect dc -D N=4 -D SHAREDARG=true: 681 executions
//! expect dc -D N=5 -D SHAREDARG=true: 10212 executions
//! expect dc:paper -D N=4: 28 executions
//! expect dc:paper -D N=7: 320 executions
// lastzero(N): one thread looks for the last zero of an array from the right, thread j sets array[j] := array[j-1] + 1.
// From Abdulla et al., POPL 2014; Chalupa et al., Data-centric DPOR, POPL 2018, table 3a.
// Each thread has its own index: (N+3) * 2^(N-2) classes, also with observers and by reads-from.
// SHAREDARG: the index travels through one shared cell that main rewrites before each spawn, so that two threads can get
// the same index. This is the form that the table of 2018 counts (2118 for N=4, 53172 for N=5).
// Reads-from classes: 681 and 10212.
param int N = 4
param bool SHAREDARG = false
int[N + 1] array
int arg

Thread() Searcher {
  int i = N
  while array[i] != 0 { i := i - 1 }
}

Thread(int id) Incrementer {
  int j = id
  if SHAREDARG { j := arg }
  array[j] := array[j - 1] + 1
}

Thread Main {
  spawn Searcher()
  for j in 1..N {
    if SHAREDARG { arg := j }
    spawn Incrementer(j)
  }
}
