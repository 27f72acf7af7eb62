//! expect naive: ok
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect naive: 8 executions
//! expect optimal: 4 executions
//! expect observers: 4 executions
//! expect naive -D N=3: ok
//! expect stateful:reach -D N=3: ok
//! expect dpor -D N=3: ok
//! expect source -D N=3: ok
//! expect optimal -D N=3: ok
//! expect observers -D N=3: ok
//! expect naive -D N=3: 78 executions
//! expect optimal -D N=3: 21 executions
//! expect observers -D N=3: 21 executions
// Two failed trylocks are reads and commute: 4 executions for two threads, 21 for three.
param int N = 2
mutex m
int x
Thread(i in 1..N) T {
  if trylock(m) {
    x := x + 1
    unlock(m)
  }
}
