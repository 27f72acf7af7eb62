//! sync: next, locked, tail
//! expect: ok
//! expect -D NO_CAS=true: deadlock
//! expect -D NO_WAIT=true: deadlock
//! expect -D LATE=true: deadlock
//! expect --races=error: ok
//! expect naive -D N=2 -D ROUNDS=1: ok
//! expect optimal -D N=2: ok
//! expect observers -D NO_WAIT=true: deadlock
//! expect dc -D LATE=true: deadlock
//! expect stateful: ok
// 25. The MCS lock.
//
// A queue again, but each thread waits for its own node and is woken by its predecessor, who must find it: a newcomer swaps itself
// in at the end and then links itself behind the thread it found there. Between the two it is in the queue and nobody knows. So who
// leaves and sees no successor tries to take itself out with cas; if that fails a newcomer is on its way, and one must wait for the
// link. NO_CAS clears the tail without looking, NO_WAIT does not wait for the link, LATE marks its node after the link: each
// of them loses a wake-up. (J. Mellor-Crummey, M. Scott, ACM TOCS 1991, algorithm 5; the Linux kernel and Java have it.)
//
// See: dmc 25-mcs.d -D NO_CAS=true -D N=2 -D ROUNDS=1 --bfs      who waits, and who should have woken it?
// Try: dmc 25-mcs.d -D N=3 -D ROUNDS=3
// Exercise: the paper also has a version with swap alone, without cas: on leaving swap(tail, nil); if somebody else was there, put
//           them back. Write it. It is safe, but no longer first come, first served: show that.
param int N = 3
param int ROUNDS = 2
param bool NO_CAS = false
param bool NO_WAIT = false
param bool LATE = false
int[N + 1] next  // 0 is nil
bool[N + 1] locked
int tail
int inside

void acquire(int i) {
  next[i] := 0
  int before = swap(tail, i)
  if before != 0 {
    if !LATE { locked[i] := true }
    next[before] := i
    if LATE { locked[i] := true }
    await !locked[i]
  }
}

void release(int i) {
  if next[i] == 0 {
    if NO_CAS {
      tail := 0
      return
    }
    if cas(tail, i, 0) { return }
    if NO_WAIT { return }
    await next[i] != 0
  }
  locked[next[i]] := false
}

Thread(i in 1..N) P {
  for round in 1..ROUNDS {
    acquire(i)
    critical cs { inside := inside + 1 }
    release(i)
  }
}
finally { assert inside == N * ROUNDS }
