//! sync: held
//! expect: ok
//! expect -D LOCK=TestTestAndSet: ok
//! expect -D LOCK=TestThenSet: violation cs
//! expect --races=error: ok
//! expect -D GREEDY=true: ok
//! expect -D GREEDY=true --progress=fair: violation progress
//! expect -D GREEDY=true -D LOCK=TestTestAndSet --progress=fair: violation progress
//! expect naive -D LOCK=TestThenSet: violation cs
//! expect naive -D N=2 -D ROUNDS=1 --loop 2: incomplete
//! expect optimal -D LOCK=TestTestAndSet -D N=2: ok
//! expect dc -D LOCK=TestThenSet: violation cs
//! expect stateful -D LOCK=TestTestAndSet: ok
// 21. Spin locks.
//
// TestAndSet: write "held" and look what was there before, in one step, until it was free. Right, but each try is a write,
// and writes take the cache line away from all others. TestTestAndSet looks until the lock seems free and only then tries (L. Rudolph,
// Z. Segall, 1984). TestThenSet believes what it has seen: 04 again. Neither keeps an order: with GREEDY a further thread takes the
// lock again and again, and a thread that waits can lose every time, though each gets the processor again and again.
//
// See: dmc 21-tas_ttas.d -D LOCK=TestThenSet -D N=2
//      dmc 21-tas_ttas.d -D GREEDY=true --progress=fair -D N=1     how the greedy one wins for ever
// Try: dmc 21-tas_ttas.d --algo naive      runs have no bound here: the note says what to do
// Exercise: how many failed swaps are there at most in a run of TestTestAndSet with N threads that enter once? Count them in a
//           shared variable, and find the bound with an invariant.
enum Kind { TestAndSet, TestTestAndSet, TestThenSet }
param int N = 3
param int ROUNDS = 2
param Kind LOCK = TestAndSet
param bool GREEDY = false
bool held
int inside

void acquire() {
  if LOCK == TestAndSet {
    bool mine = false
    while !mine { mine := !swap(held, true) }
  } else if LOCK == TestTestAndSet {
    bool mine = false
    while !mine {
      await !held
      mine := !swap(held, true)
    }
  } else {
    await !held
    held := true
  }
}

void release() { held := false }

Thread(i in 1..N) P {
  for round in 1..ROUNDS {
    acquire()
    critical cs { inside := inside + 1 }
    release()
  }
}

daemon Thread Greedy {
  while GREEDY {
    acquire()
    critical cs { skip }
    release()
  }
}
finally { assert inside == N * ROUNDS }
