//! expect naive: violation
//! expect stateful:reach: violation
//! expect dpor: violation
//! expect source: violation
//! expect optimal: violation
//! expect observers: violation
//! expect naive: 6 executions
//! expect optimal: 3 executions
//! expect observers: 3 executions
// One class of three breaks it: x := 2 comes last on x and y := 1 last on y. finally observes both last writes.
int x, y
Thread A { x := 1; y := 1 }
Thread B { y := 2; x := 2 }
finally { assert x != 2 || y != 1 }
