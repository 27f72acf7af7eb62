// Two threads of 2 and 3 events: C(5,2) orders.
//! expect naive: 10 executions
int x
Thread A { x := 1; x := 2 }
Thread B { x := 3; x := 4; x := 5 }
