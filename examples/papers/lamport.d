//! expect naive: ok
//! expect naive -D N=2: 19069 executions + 10536 blocked
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal -D N=2: 16 executions + 16 blocked
//! expect lazy -D N=2: 16 executions + 16 blocked
//! expect observers -D N=2: 14 executions + 12 blocked
//! expect optimal -D N=3: 9216 executions + 11525 blocked
//! expect lazy -D N=3: 9216 executions + 11525 blocked
//! expect observers -D N=3: 5466 executions + 6132 blocked
//! expect dc -D N=2: 12 executions + 10 blocked
//! expect dc -D N=3: 3942 executions + 4233 blocked
//! expect dc:paper -D N=2: 12 executions + 10 blocked
// lamport(N): Lamport's fast mutual exclusion (second algorithm of 1987), N threads, each enters once.
// Aronis et al., Optimal DPOR with Observers, TACAS 2018, table 1.
// Each wait is an assume of what is waited for: runs that would have waited count as blocked. The paper's a + b: 16 + 16 for
// N=2 and 9216 + 11525 for N=3; with observers 14 + 12 and 5466 + 6132.
// Reads-from classes: 12 + 10 and 3942 + 4233.
param int N = 2
int[N + 1] b
int x, y, crit

Thread(int me) Worker {
  loop {
    b[me] := 1
    x := me
    if y != 0 {
      b[me] := 0
      assume y == 0
      continue
    }
    y := me
    if x != me {
      b[me] := 0
      for j in 1..N { assume b[j] == 0 }
      if y != me {
        assume y == 0
        continue
      }
    }
    break
  }
  crit := me
  int c = crit
  assert c == me
  y := 0
  b[me] := 0
}

Thread Main {
  for i in 1..N { spawn Worker(i) }
}
