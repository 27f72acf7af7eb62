//! expect naive: 1 executions
//! expect: ok
int x, y
Thread A { x := 1 }
Thread B { await x == 1; y := 1 }
