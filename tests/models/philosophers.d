//! expect: deadlock
//! expect -D ORDERED=true: ok
//! expect naive: deadlock
//! expect naive -D ORDERED=true: ok
//! expect stateful:reach: deadlock
//! expect stateful:reach -D ORDERED=true: ok
// 5. Dining philosophers: all take their left fork and wait for ever, unless forks are taken in a fixed order.
param int N = 3
param bool ORDERED = false
mutex[N] fork
Thread(i in 0..N-1) Philosopher {
  int a = i
  int b = (i + 1) % N
  if (ORDERED && b < a) { a := 0; b := i }
  lock(fork[a]); lock(fork[b])
  print "eats"
  unlock(fork[b]); unlock(fork[a])
}
