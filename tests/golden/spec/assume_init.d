//! expect naive: 2 executions
// In init a false assume discards the branch.
int x
init { x := choose(0..5); assume x % 3 == 1 }
Thread A { assert x == 1 || x == 4 }
