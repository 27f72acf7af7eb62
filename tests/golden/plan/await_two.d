//! expect naive: ok
//! expect optimal: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal: 3 executions
//! expect lazy: 3 executions + 2 blocked
//! expect dc: 2 executions + 2 blocked
// A guard over two objects, open at the start and at the end.
int a, b
Thread A { a := 1 }
Thread B { b := 1 }
Thread G { await a == b; a := 2 }
