//! expect: ok
// Two threads, N times i := i + j and j := j + i: one step reads the other's variable, one adds. As ../promela/fib_bench.pml.
param int N = 3
int i = 1
int j = 1
Thread Left { for k in 1..N { int v = j; atomic { i := i + v } } }
Thread Right { for k in 1..N { int v = i; atomic { j := j + v } } }
