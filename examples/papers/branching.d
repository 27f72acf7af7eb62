//! expect naive -D N=2: ok
//! expect naive -D N=2: 58 executions
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal -D N=1: 1 executions
//! expect optimal -D N=2: 11 executions
//! expect optimal -D N=3: 28 executions
//! expect optimal -D N=4: 103 executions
//! expect optimal -D N=5: 311 executions
//! expect optimal -D N=6: 1010 executions
//! expect lazy -D N=1: 1 executions
//! expect lazy -D N=2: 11 executions
//! expect lazy -D N=3: 28 executions
//! expect lazy -D N=4: 103 executions
//! expect lazy -D N=5: 311 executions
//! expect lazy -D N=6: 1010 executions
//! expect observers -D N=1: 1 executions
//! expect observers -D N=2: 11 executions
//! expect observers -D N=3: 28 executions
//! expect observers -D N=4: 103 executions
//! expect observers -D N=5: 311 executions
//! expect observers -D N=6: 1010 executions
//! expect dc -D N=1: 1 executions
//! expect dc -D N=2: 11 executions
//! expect dc -D N=3: 28 executions
//! expect dc -D N=4: 103 executions
//! expect dc -D N=5: 311 executions
//! expect dc -D N=6: 1010 executions
//! expect lazy:thesis -D N=1: ok
//! expect lazy:thesis -D N=2: incomplete
//! expect dc:paper -D N=4: 103 executions
// branching(N): N threads on a ring; each does twice: if its own cell is 0, set the next one's.
// Metzler, Lazy POR, thesis TU Darmstadt 2014, 6.3.4: what a thread does next depends on what it reads.
// Classes for N=1..6: 1, 11, 28, 103, 311, 1010, also with observers and by reads-from.
param int N = 3
int[N] x

Thread(int tid) Branching {
  for k in 1..2 {
    if x[tid] == 0 { x[(tid + 1) % N] := 1 }
  }
}

Thread Main {
  for i in 0..N-1 { spawn Branching(i) }
}
