//! expect naive: ok
//! expect optimal: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal: 4 executions
//! expect lazy: 4 executions
//! expect dc: 4 executions
//! expect naive -D N=3: ok
//! expect optimal -D N=3: ok
//! expect lazy -D N=3: ok
//! expect dc -D N=3: ok
//! expect optimal -D N=3: 21 executions
//! expect lazy -D N=3: 21 executions
//! expect dc -D N=3: 21 executions
// Two failed trylocks are reads and commute.
param int N = 2
mutex m
int x
Thread(i in 1..N) T {
  if trylock(m) {
    x := x + 1
    unlock(m)
  }
}
