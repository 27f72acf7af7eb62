//! expect: ok
// Both forks in one step: no deadlock.
mutex[2] fork
Thread(i in 0..1) P {
  atomic { lock(fork[i]); lock(fork[1 - i]) }
  unlock(fork[i])
  unlock(fork[1 - i])
}
