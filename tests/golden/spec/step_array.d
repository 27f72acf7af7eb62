//! expect naive: 2 executions
// Using a whole array or record is one step over all its leaves.
record P { int a, int b }
int[3] x
P p
Thread A { x := [1, 2, 3] }
Thread B { p := P(4, 5) }
finally { assert x[0] + x[1] + x[2] + p.a + p.b == 15 }
