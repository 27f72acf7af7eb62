//! expect: ok
//! expect -D BUG=true: violation together
//! expect -D PARTIES=4: deadlock
//! expect -D PARTIES=0: violation
//! expect optimal: ok
//! expect lazy: ok
//! expect naive -D N=2: ok
//! expect optimal -D PARTIES=4: deadlock
// N threads compute in rounds: nobody begins a round before all have ended the one before. BUG: the barrier is made for one
// thread less, so that a fast one runs ahead. PARTIES=4: for one more, who never comes.
import std.sync
param int N = 3
param int ROUNDS = 2
param bool BUG = false
param int PARTIES = N
barrier b
int[N] round
int last
init { if BUG { b.parties := N - 1 } else { b.parties := PARTIES } }
Thread(i in 0..N-1) Worker {
  for r in 1..ROUNDS {
    round[i] := r
    if arrive_and_wait(b) { atomic { last := last + 1 } }
  }
}
invariant together: forall(i in 0..N-1, j in 0..N-1 : round[i] - round[j] <= 1)
finally { assert last == ROUNDS, "one is the last in each round" }
