//! expect naive: ok
//! expect optimal: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal: 4 executions
//! expect lazy: 4 executions
//! expect dc: 3 executions
//! expect naive -D N=3: ok
//! expect optimal -D N=3: ok
//! expect lazy -D N=3: ok
//! expect dc -D N=3: ok
//! expect optimal -D N=3: 36 executions
//! expect lazy -D N=3: 36 executions
//! expect dc -D N=3: 16 executions
// N threads that read and write. Figure 6: (N+1)^(N-1) reads-from classes.
param int N = 2
int x
Thread(i in 1..N) T { int h = x; x := i }
