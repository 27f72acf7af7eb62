//! expect: ok
//! expect -D DESIGN=one_turnstile: violation
//! expect -D DESIGN=one_turnstile -D ROUNDS=1: ok
//! expect -D DESIGN=one_signal -D ROUNDS=1: deadlock
//! expect -D DESIGN=one_signal: violation
//! expect optimal -D N=2: ok
//! expect dc -D N=2: ok
//! expect optimal -D DESIGN=one_signal -D ROUNDS=1: deadlock
//! expect stateful:reach -D DESIGN=one_turnstile: violation
// 31. A reusable barrier from semaphores (Downey, The Little Book of Semaphores, chapter 3). All N threads meet at the end of
// each round. A turnstile is a semaphore that everyone takes and gives back at once: open for all, or closed for all.
// Two of them, of which one is always closed: the last to come opens the first, the last to go opens the second.
// See: `dmc 31-barrier.d -D DESIGN=one_turnstile`: a fast thread comes round and finds the turnstile still open.
// That barrier is good for one round only: `-D DESIGN=one_turnstile -D ROUNDS=1`.
// `-D DESIGN=one_signal -D ROUNDS=1`: the last to come gives one, and nobody passes it on.
// Try: `-D N=4`, `-D ROUNDS=3`.
// Exercise: replace all of meet() by the barrier of std.sync, and compare the numbers of states. What is its second turnstile?
import std.sync
enum Design { two_turnstiles, one_turnstile, one_signal }
param Design DESIGN = two_turnstiles
param int N = 3
param int ROUNDS = 2
mutex m
int count  // how many are between coming and going
sem entry, leaving = sem(1)
int[N] round

void pass(ref sem turnstile) {
  down(turnstile)
  up(turnstile)
}
void come() {
  lock(m)
  count += 1
  if count == N {
    if DESIGN == two_turnstiles { down(leaving) }
    up(entry)
  }
  unlock(m)
  if DESIGN == one_signal { down(entry) } else { pass(entry) }
}
void go() {
  lock(m)
  count -= 1
  if count == 0 {
    down(entry)
    if DESIGN == two_turnstiles { up(leaving) }
  }
  unlock(m)
  if DESIGN == two_turnstiles { pass(leaving) }
}
void meet(int r) {
  come()
  atomic { assert forall(j in 0..N-1 : round[j] >= r), "passed before all had come" }
  go()
}
Thread(i in 0..N-1) Runner {
  for r in 1..ROUNDS {
    round[i] := r
    meet(r)
  }
}
