//! expect: ok
//! expect naive: 2 executions
// The model says how many runs it has: it is meant to have these steps.
int x
Thread(i in 1..2) W { x := i }
