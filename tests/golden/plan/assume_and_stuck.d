//! expect naive: ok
//! expect optimal: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal: 1 executions + 1 blocked
//! expect lazy: 1 executions + 4 blocked
//! expect dc: 1 executions + 4 blocked
// A stopped thread makes the run blocked, whatever becomes of the guards.
int x
Thread A { assume x == 1; x := 2 }
Thread B { x := 1 }
Thread C { await x == 2 }
