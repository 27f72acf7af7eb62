//! expect stateful:reach: ok
//! expect optimal: 48 executions
//! expect dc: 48 executions
// mpat N: N times two threads, one takes and gives back lock ma[i], the other does so while it holds the lock mi that all of its
// kind share.
// Coti, Petrucci, Rodríguez, Sousa, Quasi-optimal partial order reduction, FMSD 2021; "mpat" in table 1 of
// Herbreteau, Larroze-Jardiné, Point, Walukiewicz, Revisiting Stateful Partial-Order Reduction, 2024.
// Assumed: first all threads of the one kind, then those of the other (the order matters to the reduced searches); starting is no
// step.
// 2^N * N! classes.
param int N = 3
mutex mi
mutex[N] ma

Thread(t in 0..2 * N - 1) Client {
  int i = t % N
  if t < N {
    lock(ma[i])
    unlock(ma[i])
  } else {
    lock(mi)
    lock(ma[i])
    unlock(ma[i])
    unlock(mi)
  }
}
