// In init it discards the branch.
//! expect naive: 2 executions
//! expect: ok
int x, y
init { x := choose(0..3); assume x % 2 == 0 }
Thread T { y := 1 }
finally { assert x == 0 || x == 2 }
