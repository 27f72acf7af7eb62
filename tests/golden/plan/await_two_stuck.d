//! expect naive: deadlock
//! expect optimal: deadlock
//! expect lazy: deadlock
//! expect dc: deadlock
//! expect optimal: 3 executions
//! expect lazy: 3 executions + 5 blocked
//! expect dc: 2 executions + 2 blocked
// A guard over two objects that is stuck for good in some orders only.
int a, b
Thread A { a := 1; b := 1 }
Thread B { a := 2 }
Thread G { await a == 1 && b == 1 }
