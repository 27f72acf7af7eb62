//! expect: ok
//! expect naive: 2 executions
// await reads everything in one step.
int x, y
Thread A { x := 1 }
Thread B { y := 1 }
Thread C { await x == 1 && y == 1 }
