//! expect naive: ok
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect naive: 6 executions
//! expect optimal: 6 executions
// The state to be seen, x = 1 and y = 1, lies between commuting writes; they count as dependent.
int x, y
cover both: x == 1 && y == 1
Thread A { x := 1; x := 2 }
Thread B { y := 1; y := 2 }
