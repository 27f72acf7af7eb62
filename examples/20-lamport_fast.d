//! sync: b, x, y
//! expect: ok
//! expect --races=error: ok
//! expect -D NO_WAIT=true: violation cs
//! expect -D NO_RECHECK=true: violation cs
//! expect -D NO_RECHECK=true -D N=2: ok
//! expect -D N=2 -D ROUNDS=2: ok
//! expect naive -D N=2: ok
//! expect optimal -D NO_WAIT=true: violation cs
//! expect dc -D N=2: ok
//! expect lazy -D NO_RECHECK=true: violation cs
//! expect stateful: ok
// 20. Lamport's fast mutual exclusion.
//
// The bakery looks at all threads even if nobody else is there. Here a thread that is alone needs five writes and two reads, whatever
// N: write x, look whether y is free, write y, look whether x is still mine. Only if somebody has come in between it goes the slow
// way and waits until nobody is half-way in. (L. Lamport, A fast mutual exclusion algorithm, ACM TOCS 1987, algorithm 2.)
// NO_WAIT leaves out the waiting of the slow way; NO_RECHECK leaves out the look at y after it, which does no harm with two threads.
//
// See: dmc 20-lamport_fast.d -D NO_WAIT=true -D N=2 --bfs
// Try: dmc run 20-lamport_fast.d -D N=1 --full      a thread that is alone: count its accesses
//      dmc 20-lamport_fast.d -D N=2 --algo optimal --all, then --algo dc
// Exercise: a thread that enters again and again can keep another one out for ever. Add a `daemon` thread that does (21 has one)
//           and find the run with --progress=fair. What would the bakery have done?
param int N = 3
param int ROUNDS = 1
param bool NO_WAIT = false
param bool NO_RECHECK = false
bool[N + 1] b  // b[0] is not used
int x
int y  // 0: nobody

void enter(int i) {
  loop {
    b[i] := true
    x := i
    if y != 0 {
      b[i] := false
      await y == 0
      continue
    }
    y := i
    if x == i { return }
    b[i] := false
    if !NO_WAIT {
      for j in 1..N { await !b[j] }
    }
    if NO_RECHECK || y == i { return }
    await y == 0
  }
}

Thread(i in 1..N) P {
  for round in 1..ROUNDS {
    enter(i)
    critical cs { skip }
    y := 0
    b[i] := false
  }
}
