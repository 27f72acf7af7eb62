//! sync: choosing, number
//! expect: ok
//! expect -D NO_CHOOSING=true: violation cs
//! expect -D NO_TIES=true: deadlock
//! expect -D N=3 -D ROUNDS=1: ok
//! expect -D N=3 -D ROUNDS=1 --races=error: ok
//! expect naive -D ROUNDS=1: ok
//! expect optimal -D NO_CHOOSING=true: violation cs
//! expect dc -D ROUNDS=1: ok
//! expect observers -D NO_TIES=true: deadlock
//! expect stateful -D N=3 -D NO_CHOOSING=true: violation cs
// 18. Lamport's bakery.
//
// As in a bakery: draw a number higher than all you see, then wait until everybody with a lower one has been served. Drawing
// takes several steps, so two can draw the same number: then the lower index goes first. And while somebody is drawing nobody knows
// the number yet: one must wait until `choosing` is down. Nobody ever writes what another thread writes: no cas, no shared
// turn. (L. Lamport, A new solution of Dijkstra's concurrent programming problem, Comm. ACM 1974.)
//
// See: dmc 18-bakery.d -D NO_CHOOSING=true --bfs   a customer with number 0 in hand looks as if it did not want anything
//      dmc 18-bakery.d -D NO_TIES=true             both have number 1, both are polite
// Try: dmc 18-bakery.d -D N=3 -D ROUNDS=2          the size that one can wait for grows quickly
// Exercise: can the numbers grow without end? Find a schedule of two threads, then a `cover` with number[0] > 3 and many ROUNDS.
param int N = 2
param int ROUNDS = 2
param bool NO_CHOOSING = false
param bool NO_TIES = false
bool[N] choosing
int[N] number  // 0: does not want to be served
int served

pure bool before(int a, int i, int b, int j) {
  if a == b { return !NO_TIES && i < j }
  return a < b
}

Thread(i in 0..N-1) Customer {
  for round in 1..ROUNDS {
    if !NO_CHOOSING { choosing[i] := true }
    int highest = 0
    for j in 0..N-1 {
      if j != i { highest := max(highest, number[j]) }
    }
    int mine = highest + 1
    number[i] := mine
    if !NO_CHOOSING { choosing[i] := false }
    for j in 0..N-1 {
      if j != i {
        if !NO_CHOOSING { await !choosing[j] }
        await number[j] == 0 || before(mine, i, number[j], j)
      }
    }
    critical cs { served := served + 1 }
    number[i] := 0
  }
}
finally { assert served == N * ROUNDS }
