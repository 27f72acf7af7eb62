//! expect naive: ok
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect naive: 11 executions
//! expect optimal: 4 executions
// init chooses before all threads: one class each.
int n, x
init { n := choose(0..2) }
Thread A { if n > 0 { x := 1 } }
Thread B { if n > 1 { x := 2 } }
