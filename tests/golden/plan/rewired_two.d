//! expect naive: ok
//! expect optimal: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal: 7 executions
//! expect lazy: 7 executions
//! expect dc: 7 executions
// One event reads one object and writes another: its write is another one when it reads something else.
int x, y
Thread A { atomic { x := y + 1 } }
Thread B { atomic { y := x + 1 } }
Thread C { int h = x; h := h + y }
