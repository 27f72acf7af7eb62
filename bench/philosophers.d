//! expect -D N=5: deadlock
//! expect -D N=5 --algo naive: deadlock
// Dining philosophers, the leanest form: everyone takes the left fork first, then the right one, and puts them back in
// the opposite order. The only steps are the four lock operations. N = 5 has 1743 reachable states.
param int N = 5
mutex[N] fork
Thread(i in 0..N-1) Philosopher {
  int l = i
  int r = (i + 1) % N
  lock(fork[l])
  lock(fork[r])
  unlock(fork[r])
  unlock(fork[l])
}
