//! expect naive: deadlock
//! expect stateful:reach: deadlock
//! expect dpor: deadlock
//! expect source: deadlock
//! expect optimal: deadlock
//! expect observers: deadlock
//! expect naive: 8 executions
//! expect optimal: 3 executions
// A guard over two objects that can be missed for good.
int a, b
Thread A { a := 1; a := 2 }
Thread B { b := 1 }
Thread G { await a == b }
