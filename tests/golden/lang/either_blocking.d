// Choice and blocking statement are one event: 2 branches, C(2,1) orders.
//! expect naive: 4 executions
int x, y
mutex m
Thread T { either { await x == 0 } or { lock(m) } }
Thread U { y := 1 }
