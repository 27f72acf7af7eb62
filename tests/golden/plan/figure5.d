//! expect naive: ok
//! expect optimal: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal: 14 executions
//! expect lazy: 14 executions
//! expect dc: 5 executions
//! expect naive -D N=3: ok
//! expect optimal -D N=3: ok
//! expect lazy -D N=3: ok
//! expect dc -D N=3: ok
//! expect optimal -D N=3: 50 executions
//! expect lazy -D N=3: 50 executions
//! expect dc -D N=3: 7 executions
//! expect naive -D N=4: ok
//! expect optimal -D N=4: ok
//! expect lazy -D N=4: ok
//! expect dc -D N=4: ok
//! expect optimal -D N=4: 182 executions
//! expect lazy -D N=4: 182 executions
//! expect dc -D N=4: 9 executions
// Two threads with N writes and a read. Figure 5: 2N+1 reads-from classes.
param int N = 2
int x
Thread(i in 1..2) T {
  for k in 1..N { x := 10 * i + k }
  int h = x
}
