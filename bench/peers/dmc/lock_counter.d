//! expect: ok
// N threads, R times: lock, read, write one more, unlock. Main waits for all and checks the sum. As ../promela/lock_counter.pml.
param int N = 3
param int R = 1
mutex m
int c, done
Thread(i in 1..N) Adder {
  for k in 1..R {
    lock(m)
    c := c + 1
    unlock(m)
  }
  atomic { done := done + 1 }
}
Thread Main {
  await done == N
  assert c == N * R
}
