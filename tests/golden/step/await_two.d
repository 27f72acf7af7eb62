//! expect naive: ok
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect naive: 8 executions
//! expect optimal: 3 executions
// A guard over two objects needs exclusion sets: undoing one of the writes alone does not open it.
int a, b
Thread A { a := 1 }
Thread B { b := 1 }
Thread G { await a == b; a := 2 }
