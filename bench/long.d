//! expect naive -D N=4 -D EARLY=0: 24 executions
//! expect optimal -D N=64 -D EARLY=0: 1 executions
//! expect optimal -D N=64: 16 executions
//! expect optimal -D N=64 -D EARLY=0 -D LATE=4: 16 executions
//! expect observers -D N=64: 16 executions
//! expect lazy -D N=64: 16 executions
//! expect dc -D N=64: 16 executions
//! expect dc -D N=64 -D EARLY=0 -D LATE=4: 16 executions
// long(N): four threads write a cell of their own, N events in all, and nobody looks: one class, however long the run.
// EARLY, LATE: so many pairs of threads beside them, a write and a read of one cell, which double the classes each. They come
// before the others in the order of threads or after, so that runs differ early (all of the run is done again) or late (only
// its end). How time per event and per run grows with N shows what the length of a run costs.
param int N = 64
param int EARLY = 4
param int LATE = 0
int[4] own
int[EARLY + 1] first
int[LATE + 1] last

Thread(k in 1..EARLY) FirstWriter { first[k] := 1 }
Thread(k in 1..EARLY) FirstReader { _ := first[k] }
Thread(t in 0..3) Walker {
  for i in 1..N / 4 { own[t] := i }
}
Thread(k in 1..LATE) LastWriter { last[k] := 1 }
Thread(k in 1..LATE) LastReader { _ := last[k] }
