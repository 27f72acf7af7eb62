//! expect: ok
//! expect -D BY=FetchAdd: ok
//! expect -D BY=Atomic: ok
//! expect -D BY=Cas: ok
//! expect -D BY=TwoLocks: violation
//! expect -D BY=TwoLocks --races=error: violation
//! expect optimal: 6 executions
//! expect optimal -D BY=FetchAdd: 6 executions
//! expect dc -D BY=Cas: ok
//! expect stateful -D BY=TwoLocks: violation
// 02. Four ways to count right, and one that only looks right.
//
// Lock: a mutex around read and write. FetchAdd: one instruction of the processor. Atomic: dmc's own block, one step. Cas: read,
// then write only if nobody has written in between, else try again. TwoLocks takes the mutex for the read, gives it
// back, and takes it again for the write. There is no data race in it, and updates are lost all the same: what has to happen
// together must be under one lock.
//
// See: dmc 02-counter_fixed.d -D BY=TwoLocks -D N=2      the result line has no note about races, and still there is a bug
// Try: dmc 02-counter_fixed.d --all --algo optimal   N! executions: only the order in which the threads count is left
// Exercise: how often can the loop of Cas go round in one thread, with N threads? Count it in a local and assert the bound.
enum How { Lock, FetchAdd, Atomic, Cas, TwoLocks }
param int N = 3
param How BY = Lock
int x
mutex m

Thread(tid in 1..N) Inc {
  if BY == Lock {
    lock(m)
    x := x + 1
    unlock(m)
  } else if BY == FetchAdd {
    fetch_add(x, 1)
  } else if BY == Atomic {
    atomic { x := x + 1 }
  } else if BY == Cas {
    loop {
      int old = x
      if cas(x, old, old + 1) { break }
    }
  } else {
    lock(m)
    int seen = x
    unlock(m)
    lock(m)
    x := seen + 1
    unlock(m)
  }
}
finally { assert x == N, "an update was lost" }
