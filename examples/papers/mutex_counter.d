//! expect naive -D N=2: ok
//! expect naive -D N=2: 26 executions
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal -D N=2: 2 executions
//! expect optimal -D N=3: 6 executions
//! expect optimal -D N=4: 24 executions
//! expect optimal -D N=5: 120 executions
//! expect optimal -D N=6: 720 executions
//! expect lazy -D N=2: 2 executions
//! expect lazy -D N=3: 6 executions
//! expect lazy -D N=4: 24 executions
//! expect lazy -D N=5: 120 executions
//! expect lazy -D N=6: 720 executions
//! expect observers -D N=2: 2 executions
//! expect observers -D N=3: 6 executions
//! expect observers -D N=4: 24 executions
//! expect observers -D N=5: 120 executions
//! expect observers -D N=6: 720 executions
//! expect dc -D N=2: 2 executions
//! expect dc -D N=3: 6 executions
//! expect dc -D N=4: 24 executions
//! expect dc -D N=5: 120 executions
//! expect dc -D N=6: 720 executions
//! expect dc:paper: 6 executions
// mutex_counter(N): N threads, each lock, c := c + 1, unlock; main joins them and checks the sum.
// No paper: one of the programs of the comparison with GenMC and Nidhugg, whose threads are symmetric.
// Classes: N!, the orders of the critical sections, also with observers and by reads-from.
param int N = 3
mutex m
int c

Thread() Worker {
  lock(m)
  c := c + 1
  unlock(m)
}

Thread Main {
  pid[N] t
  for i in 0..N-1 { t[i] := spawn Worker() }
  for i in 0..N-1 { join t[i] }
  assert c == N
}
