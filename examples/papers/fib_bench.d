//! expect naive -D N=1: ok
//! expect naive -D N=1: 840 executions
//! expect stateful:reach -D N=2: ok
//! expect dpor -D N=2: ok
//! expect source -D N=2: ok
//! expect lazy -D N=2: ok
//! expect dc -D N=2: ok
//! expect optimal -D N=1: 11 executions
//! expect optimal -D N=2: 140 executions
//! expect optimal -D N=3: 1698 executions
//! expect optimal -D N=4: 19605 executions
//! expect lazy -D N=1: 11 executions
//! expect lazy -D N=2: 140 executions
//! expect lazy -D N=3: 1698 executions
//! expect lazy -D N=4: 19605 executions
//! expect observers -D N=1: 11 executions
//! expect observers -D N=2: 140 executions
//! expect observers -D N=3: 1698 executions
//! expect observers -D N=4: 19605 executions
//! expect naive -D N=1 -D MAINREAD=0: 35 executions
//! expect optimal -D N=4 -D MAINREAD=0: 1107 executions
//! expect optimal -D N=5 -D MAINREAD=0: 8953 executions
//! expect lazy -D N=4 -D MAINREAD=0: 1107 executions
//! expect lazy -D N=5 -D MAINREAD=0: 8953 executions
//! expect observers -D N=4 -D MAINREAD=0: 1107 executions
//! expect observers -D N=5 -D MAINREAD=0: 8953 executions
//! expect naive -D N=1 -D MAINREAD=2: 69 executions
//! expect optimal -D N=3 -D MAINREAD=2: 141 executions
//! expect lazy -D N=3 -D MAINREAD=2: 141 executions
//! expect observers -D N=3 -D MAINREAD=2: 141 executions
//! expect dc -D N=1: 11 executions
//! expect dc -D N=2: 140 executions
//! expect dc -D N=3: 1698 executions
//! expect dc -D N=4: 19605 executions
//! expect dc -D N=4 -D MAINREAD=0: 1107 executions
//! expect dc -D N=5 -D MAINREAD=0: 8953 executions
//! expect dc -D N=3 -D MAINREAD=2: 141 executions
//! expect dc:paper -D N=2: 140 executions
// fib_bench(N): two threads add i to j and j to i, N times each, without any lock.
// From SV-COMP; Chalupa et al., Data-centric DPOR, POPL 2018, table 4a; "fib" with N=5 in Aronis et al., TACAS 2018, table 1.
// MAINREAD: 0 main reads nothing, 1 main reads i and j while the others run (the form of both papers), 2 main joins first.
// Every write is read, so observers save nothing, and neither does reads-from: 19605 classes for N=4 in all three. The table of
// 2018 has 1233 for its algorithm, which is less than there are reads-from classes.
param int N = 3
param int MAINREAD = 1
int i = 1, j = 1

Thread() AddToI {
  for k in 1..N {
    int q = j
    int p = i
    i := p + q
  }
}

Thread() AddToJ {
  for k in 1..N {
    int p = i
    int q = j
    j := p + q
  }
}

Thread Main {
  pid a = spawn AddToI()
  pid b = spawn AddToJ()
  if MAINREAD == 2 {
    join a
    join b
  }
  if MAINREAD != 0 {
    int p = i
    int q = j
    assert p < 1000000 && q < 1000000
  }
}
