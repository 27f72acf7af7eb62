//! expect stateful:reach: deadlock
//! expect stateful:reach -D MEALS=2: deadlock
//! expect optimal -D N=3: deadlock
//! expect dc -D N=3: deadlock
// dp N: each philosopher takes its two forks in either order, then gives back the left one, then the right one, MEALS times.
// Herbreteau, Larroze-Jardiné, Point, Walukiewicz, Revisiting Stateful Partial-Order Reduction, 2024: "dp" in table 1,
// figure 10 (MEALS=1 left, MEALS=2 right).
// Assumed: which fork comes first is a choice between two first actions, one step with taking it; nothing but lock operations is
// a step. Once: 5^N - 1 reachable states.
param int N = 4
param int MEALS = 1
mutex[N] fork

Thread(i in 0..N-1) Philosopher {
  for meal in 1..MEALS {
    either { lock(fork[(i + 1) % N]); lock(fork[i]) }
    or { lock(fork[i]); lock(fork[(i + 1) % N]) }
    unlock(fork[i])
    unlock(fork[(i + 1) % N])
  }
}
