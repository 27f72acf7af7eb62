// The choice is an event, the write another: 2 choices, C(3,1) orders.
//! expect naive: 6 executions
int x, y
Thread T { x := choose(0..1) }
Thread U { y := 1 }
