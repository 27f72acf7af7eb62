//! expect naive: ok
//! expect optimal: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal: 6 executions + 2 blocked
//! expect lazy: 6 executions + 2 blocked
//! expect dc: 3 executions + 2 blocked
// assume stops its thread only.
int x, y
Thread A { x := 1; y := 1 }
Thread B { assume x == 1; y := 2 }
Thread C { int h = y }
