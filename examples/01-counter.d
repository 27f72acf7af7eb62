//! expect: violation
//! expect -D N=1: ok
//! expect naive: 6 executions
//! expect optimal: 4 executions
//! expect dc: 4 executions
//! expect stateful:reach: violation
// 01. The lost update.
//
// Two threads add one to the same counter. `x := x + 1` looks like one action and is two steps: read x, then write x. If both
// read before either writes, one addition is lost. dmc tries all orders of the steps and prints one that ends with x = 1.
//
// See: the two lanes of the trace; both threads read the initial 0.
// Try: dmc 01-counter.d -D N=3
//      dmc 01-counter.d --algo naive --all     all 6 orders of the four steps; how many of them lose an update?
// Exercise: with N threads, what is the smallest value that x can end with? Change the assertion until dmc says ok.
param int N = 2
int x = 0
Thread(tid in 1..N) Inc { x := x + 1 }  // two steps: read x, then write x
finally { assert x == N, "an update was lost" }
