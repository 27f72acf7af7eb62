//! expect naive: cover
//! expect stateful:reach: cover
//! expect dpor: cover
//! expect source: cover
//! expect optimal: cover
//! expect observers: cover
//! expect naive: 4 executions
//! expect optimal: 3 executions
// y is set after x was taken back.
int x, y
cover both: x == 1 && y == 1
Thread A { x := 1; x := 0; y := 1 }
Thread B { _ := x }
