//! expect naive: 3 executions
int x
init { x := choose(1..3) }
Thread T { assert x >= 1 }
