//! expect naive -D N=3: ok
//! expect naive -D N=3: 105 executions
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal -D N=2: 6 executions
//! expect optimal -D N=3: 24 executions
//! expect optimal -D N=4: 120 executions
//! expect optimal -D N=5: 720 executions
//! expect optimal -D N=6: 5040 executions
//! expect lazy -D N=2: 6 executions
//! expect lazy -D N=3: 24 executions
//! expect lazy -D N=4: 120 executions
//! expect lazy -D N=5: 720 executions
//! expect lazy -D N=6: 5040 executions
//! expect observers -D N=2: 5 executions
//! expect observers -D N=3: 13 executions
//! expect observers -D N=4: 33 executions
//! expect observers -D N=5: 81 executions
//! expect observers -D N=6: 193 executions
//! expect observers -D N=8: 1025 executions
//! expect dc -D N=2: 3 executions
//! expect dc -D N=3: 4 executions
//! expect dc -D N=4: 5 executions
//! expect dc -D N=5: 6 executions
//! expect dc -D N=6: 7 executions
//! expect dc -D N=8: 9 executions
//! expect dc -D N=20: 21 executions
//! expect dc:paper -D N=5: 6 executions
// floating_read(N): N threads write x, one reads it and waits for nobody.
// Aronis et al., Optimal DPOR with Observers, TACAS 2018, table 1.
// Mazurkiewicz classes: (N+1)!. Observer classes: N * 2^(N-1) + 1: the reader sees the initial value, or one of N writes
// with any subset of the others before that one. Reads-from classes: N+1, what the reader sees.
param int N = 3
int x

Thread(int id) Writer { x := id }
Thread() Reader {
  int r = x
  assert r <= N
}

Thread Main {
  for i in 1..N { spawn Writer(i) }
  spawn Reader()
}
