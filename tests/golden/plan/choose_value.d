//! expect naive: ok
//! expect optimal: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal: 6 executions
//! expect lazy: 6 executions
//! expect dc: 6 executions
// A value chosen by a thread, and read by another one.
int x
Thread A { x := choose(0..2) }
Thread B { if x == 1 { x := 5 } }
