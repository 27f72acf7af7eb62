//! expect naive -D N=3: ok
//! expect naive -D N=3: 44 executions
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
//! expect optimal -D N=7: 5040 executions
//! expect lazy -D N=2: 2 executions
//! expect lazy -D N=3: 6 executions
//! expect lazy -D N=4: 24 executions
//! expect lazy -D N=5: 120 executions
//! expect lazy -D N=6: 720 executions
//! expect lazy -D N=7: 5040 executions
//! expect observers -D N=2: 2 executions
//! expect observers -D N=3: 3 executions
//! expect observers -D N=4: 4 executions
//! expect observers -D N=5: 5 executions
//! expect observers -D N=6: 6 executions
//! expect observers -D N=7: 7 executions
//! expect observers -D N=9: 9 executions
//! expect dc -D N=2: 2 executions
//! expect dc -D N=3: 3 executions
//! expect dc -D N=4: 4 executions
//! expect dc -D N=5: 5 executions
//! expect dc -D N=6: 6 executions
//! expect dc -D N=7: 7 executions
//! expect dc -D N=9: 9 executions
//! expect dc -D N=20: 20 executions
//! expect dc:paper -D N=4: 4 executions
// lastwrite(N): N threads write x; main joins them all and then reads x.
// Aronis et al., Optimal DPOR with Observers, TACAS 2018, table 1.
// Mazurkiewicz classes: N!, all orders of the writes. Observer and reads-from classes: N, only which write comes
// last can be seen.
param int N = 3
int x

Thread(int id) Writer { x := id }

Thread Main {
  pid[N] t
  for i in 0..N-1 { t[i] := spawn Writer(i + 1) }
  for i in 0..N-1 { join t[i] }
  int r = x
  assert r >= 1 && r <= N
}
