//! expect naive -D N=2: ok
//! expect naive -D N=2: 18 executions
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal -D N=2: 4 executions
//! expect optimal -D N=3: 30 executions
//! expect optimal -D N=4: 336 executions
//! expect optimal -D N=5: 5040 executions
//! expect lazy -D N=2: 4 executions
//! expect lazy -D N=3: 30 executions
//! expect lazy -D N=4: 336 executions
//! expect lazy -D N=5: 5040 executions
//! expect observers -D N=2: 2 executions
//! expect observers -D N=3: 6 executions
//! expect observers -D N=4: 24 executions
//! expect observers -D N=5: 120 executions
//! expect observers -D N=6: 720 executions
//! expect dc -D N=2: 2 executions
//! expect dc -D N=3: 6 executions
//! expect dc -D N=4: 24 executions
//! expect dc -D N=5: 120 executions
//! expect dc -D N=6: 720 executions
//! expect dc:paper: 6 executions
// lockserver(N): main is a lock made of messages; N workers acquire and release it once each.
// "lock" in Aronis et al., Optimal DPOR with Observers, TACAS 2018, table 2.
// Mazurkiewicz classes for N=2..6: 4, 30, 336, 5040, 95040. Observer and reads-from classes: N!, the orders of who gets the
// lock: where a release stands among later acquires cannot be seen, as main waits for a release only.
param int N = 3
message Acquire(pid who), Acquired(), Release()

Thread() Worker {
  Main ! Acquire(self)
  receive { Acquired() => { } }
  Main ! Release()
}

Thread Main {
  for i in 1..N { spawn Worker() }
  for k in 1..N {
    receive { Acquire(who) => { who ! Acquired() } }
    receive { Release() => { } }
  }
}
