//! expect stateful:reach: ok
//! expect optimal: ok
//! expect dc -D N=2: ok
// pet N: Peterson's mutual exclusion for N processes, each of which enters once.
// Peterson, Myths about the mutual exclusion problem, 1981; "pet" in table 1 of
// Herbreteau, Larroze-Jardiné, Point, Walukiewicz, Revisiting Stateful Partial-Order Reduction, 2024.
// Assumed: a process reads the levels of the others in order and waits at each until it is below its own; it leaves the level at
// once when it reads that another came last. Which of the two it reads is a choice between two first actions.
param int N = 3
int[N] level
int[N] last

Thread(i in 0..N-1) Process {
  for j in 1..N-1 {
    level[i] := j
    last[j] := i
    for k in 0..N-1 {
      if k != i {
        either { await last[j] != i; break }
        or { await level[k] < j }
      }
    }
  }
  level[i] := 0
}
