//! expect naive -D N=2: deadlock
//! expect naive -D N=2: 46 executions
//! expect stateful:reach: deadlock
//! expect dpor: deadlock
//! expect source: deadlock
//! expect lazy: deadlock
//! expect dc: deadlock
//! expect optimal -D N=2: 3 executions
//! expect optimal -D N=3: 7 executions
//! expect optimal -D N=5: 31 executions
//! expect optimal -D N=8: 255 executions
//! expect optimal -D N=10: 1023 executions
//! expect lazy -D N=2: 3 executions
//! expect lazy -D N=3: 7 executions
//! expect lazy -D N=5: 31 executions
//! expect lazy -D N=8: 255 executions
//! expect lazy -D N=10: 1023 executions
//! expect observers -D N=2: 3 executions
//! expect observers -D N=3: 7 executions
//! expect observers -D N=5: 31 executions
//! expect observers -D N=8: 255 executions
//! expect observers -D N=10: 1023 executions
//! expect naive -D N=2 -D REVERSED=true: ok
//! expect stateful:reach -D REVERSED=true: ok
//! expect source -D REVERSED=true: ok
//! expect optimal -D N=4 -D REVERSED=true: 14 executions
//! expect lazy -D N=4 -D REVERSED=true: 14 executions
//! expect observers -D N=4 -D REVERSED=true: 14 executions
//! expect dc -D N=2: 3 executions
//! expect dc -D N=3: 7 executions
//! expect dc -D N=5: 31 executions
//! expect dc -D N=8: 255 executions
//! expect dc -D N=10: 1023 executions
//! expect dc -D REVERSED=true: ok
//! expect dc -D N=4 -D REVERSED=true: 14 executions
//! expect dc:paper -D N=4: 15 executions
// philosophers(N): each takes its left fork, then its right one, eats once, gives both back.
// Dijkstra's example; Herbreteau et al., Revisiting Stateful POR, 2024, figure 10.
// Classes: at each fork one of its two users is first, which makes 2^N. That everybody is second at its left fork is
// impossible (each would have to eat before the next one does, all around); that everybody is first there is the deadlock.
// So 2^N - 1, one of them the deadlock; also with observers and by reads-from.
// REVERSED: the last one takes the right fork first, and nobody waits for ever.
param int N = 3
param bool REVERSED = false
mutex[N] fork

Thread(int i) Philosopher {
  int a = i
  int b = (i + 1) % N
  if REVERSED && i == N - 1 {
    a := b
    b := i
  }
  lock(fork[a])
  lock(fork[b])
  unlock(fork[b])
  unlock(fork[a])
}

Thread Main {
  pid[N] t
  for i in 0..N-1 { t[i] := spawn Philosopher(i) }
  for i in 0..N-1 { join t[i] }
}
