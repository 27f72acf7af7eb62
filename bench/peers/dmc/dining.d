//! expect: deadlock
// N philosophers, R meals: left fork, right fork, mark that one eats, unmark, forks back. As ../promela/dining.pml.
param int N = 3
param int R = 1
mutex[N] fork
int[N] eats
Thread(me in 0..N-1) Philosopher {
  int next = (me + 1) % N
  for meal in 1..R {
    lock(fork[me])
    lock(fork[next])
    eats[me] := 1
    eats[me] := 0
    unlock(fork[next])
    unlock(fork[me])
  }
}
