// Constants of any type; reading them is no event.
//! expect: ok
//! expect naive: 2 executions
const int[3] A = [1, 2, 3]
record R { int a, int b }
const R ORIGIN = R(0, 1)
const bool ON = true
int x
Thread(i in 0..1) T { x := A[i] + A[2] + ORIGIN.b; if !ON { assert false } }
finally { assert x == 5 || x == 6 }
