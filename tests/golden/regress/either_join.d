//! expect naive: ok
//! expect optimal: 15 executions
//! expect observers: 3 executions + 7 blocked
// A join that begins a branch can come too early, and is stuck then.
int x, y
Thread C { y := 1 }
Thread A { either { join(C); x := 2 } or { await x == 1; y := 3 } or { skip } }
Thread B { x := 1; x := 0 }
