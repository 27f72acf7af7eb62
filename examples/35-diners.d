//! expect: deadlock
//! expect -D ORDERED=true: ok
//! expect naive: deadlock
//! expect optimal -D ORDERED=true: 6 executions
//! expect optimal -D ORDERED=true -D N=4: 14 executions
//! expect dc -D ORDERED=true: ok
//! expect lazy: deadlock
//! expect stateful: deadlock
//! expect stateful:reach -D ORDERED=true: ok
//! expect --preemptions 1: deadlock
//! expect --preemptions 0: incomplete
// 35. The dining philosophers (Dijkstra, EWD 310, 1971). Between two neighbours lies one fork, and eating takes two.
// See: `dmc 35-diners.d`: everyone has the left fork and waits for the right one. The report shows the cycle.
// Try: `dmc 35-diners.d -D ORDERED=true`: forks are numbered, and everyone takes the smaller one first. A
// cycle would have to go down somewhere, so there is none: the rule for any number of locks.
// Try `-D N=5`, `-D N=10` and compare states; then the numbers of `-D ORDERED=true --algo optimal`, and explain them:
// each fork is used first by one of two, 2 * 2 * 2 ways, and two of these are circles.
// `--preemptions 0` switches threads only where one cannot go on; it finds nothing and says `incomplete`. With 1 it finds
// the deadlock: most bugs need only one or two switches at the wrong moment.
// Exercise: how many philosophers must be left-handed (take the right fork first) to prevent the deadlock? Does it
// matter who? Add a param and let dmc decide for N=4.
param int N = 3
param bool ORDERED = false
mutex[N] fork
Thread(i in 0..N-1) Philosopher {
  int a = i
  int b = (i + 1) % N
  if (ORDERED && b < a) { a := 0; b := i }
  lock(fork[a])
  lock(fork[b])
  print "eats"
  unlock(fork[b])
  unlock(fork[a])
}
