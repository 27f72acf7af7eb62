// A busy wait with one shared read is an await: one order, no endless run.
//! expect naive: 1 executions
//! expect: ok
int x, y
Thread A { x := 1 }
Thread B { while x == 0 { }  y := 1 }
