//! expect: ok
//! expect -D ATOMIC=false: violation
//! expect -D ATOMIC=false -D N=2: violation
//! expect naive -D ATOMIC=false: 4431 executions
//! expect optimal -D ATOMIC=false: 28 executions
//! expect optimal -D ATOMIC=false -D N=4: 103 executions
//! expect optimal -D ATOMIC=false -D N=5: 311 executions
//! expect observers -D ATOMIC=false: 28 executions
//! expect dc -D ATOMIC=false -D N=4: 103 executions
//! expect lazy: ok
//! expect stateful:reach -D ATOMIC=false: violation
// 54. Branching.
//
// Threads on a ring, each with a cell. Whoever finds its own cell empty marks the next one's, and looks again. So in the end no
// two neighbours are both unmarked, in whatever order it goes. Is somebody unmarked? Only if to look and to mark is one step: ATOMIC=false
// lets all of them look before anybody marks, and everybody is marked. What a thread does next depends on what it has
// read, so the orders that differ cannot be told from the text: a search finds them as it goes. There are 28 with three threads, in
// 4431 interleavings, then 103, 311, 1010: as many classes by who reads from whom, since every write here is looked at.
// (A. Metzler, Lazy partial order reduction, thesis, TU Darmstadt 2014, 6.3.4. ATOMIC=false is the program there.)
//
// See: dmc 54-branching.d -D ATOMIC=false --bfs
// Try: dmc 54-branching.d -D ATOMIC=false --algo optimal --all -D N=6
// Exercise: does it help to look twice? With LOOKS=1, which of the two claims still hold, and how many orders are left?
param int N = 3
param int LOOKS = 2
param bool ATOMIC = true
int[N] x

Thread(tid in 0..N-1) Branching {
  for k in 1..LOOKS {
    if ATOMIC {
      atomic {
        if x[tid] == 0 { x[(tid + 1) % N] := 1 }
      }
    } else {
      if x[tid] == 0 { x[(tid + 1) % N] := 1 }
    }
  }
}

finally {
  assert forall(i in 0..N-1 : x[i] == 1 || x[(i + 1) % N] == 1), "two neighbours are unmarked"
  assert exists(i in 0..N-1 : x[i] == 0), "nobody is unmarked"
}
