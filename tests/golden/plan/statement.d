//! options: --atomicity statement
//! expect naive: ok
//! expect optimal: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal: 6 executions
//! expect lazy: 6 executions
//! expect dc: 6 executions
// Statements as events: reads and writes of several objects at once.
int x, y
Thread A { x := y + 1; y := x }
Thread B { y := x + 1; x := y }
finally { assert x >= 0 && y >= 0 }
