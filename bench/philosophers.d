//! expect: deadlock
//! expect naive -D N=4: deadlock
// Dining philosophers, the leanest form: everyone takes the left fork first, then the right one, and puts them back in
// the opposite order, R times. The only steps are the four lock operations. N = 5, R = 1 has 1743 reachable states.
param int N = 5
param int R = 1
mutex[N] fork
Thread(i in 0..N-1) Philosopher {
  int l = i
  int r = (i + 1) % N
  for round in 1..R {
    lock(fork[l])
    lock(fork[r])
    unlock(fork[r])
    unlock(fork[l])
  }
}
