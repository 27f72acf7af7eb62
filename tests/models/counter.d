//! expect: violation
//! expect naive: violation
//! expect naive: 6 executions
//! expect stateful:reach: violation
//! expect -D N=1: ok
// 1. The lost update: two threads add one to a counter, and one of the additions can vanish.
param int N = 2
int x = 0
Thread(tid in 1..N) Inc { x := x + 1 }            // two steps: read x, then write x
finally { assert x == N, "an update was lost" }
