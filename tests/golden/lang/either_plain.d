// Taking a branch that cannot block is an event of its own: 2 branches, T has 2 events, C(3,1) orders.
//! expect naive: 6 executions
int x, y
Thread T { either { x := 1 } or { x := 2 } }
Thread U { y := 1 }
