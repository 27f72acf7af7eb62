//! expect: deadlock
// Philosophers with nothing but the four lock operations as steps. As ../promela/dining_min.pml.
param int N = 3
param int R = 1
mutex[N] fork
Thread(me in 0..N-1) Philosopher {
  int next = (me + 1) % N
  for meal in 1..R {
    lock(fork[me])
    lock(fork[next])
    unlock(fork[next])
    unlock(fork[me])
  }
}
