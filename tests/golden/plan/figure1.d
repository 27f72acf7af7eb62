//! expect naive: ok
//! expect optimal: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal: 4 executions
//! expect lazy: 4 executions
//! expect dc: 3 executions
// Write and read of one variable in each of two threads. Chalupa et al., POPL 2018, figure 1: 3 reads-from classes.
int x
Thread(i in 1..2) T { x := i; int h = x }
