//! expect naive: ok
//! expect optimal: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal: 9 executions
//! expect lazy: 9 executions
//! expect dc: 6 executions
// init chooses before all threads; what it wrote are initial values.
int n, x
init { n := choose(0..2) }
Thread A { if n > 0 { x := 1 } }
Thread B { if n > 1 { x := 2 } }
Thread C { int h = x }
