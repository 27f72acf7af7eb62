// An atomic block that can never proceed: a deadlock, with x untouched.
//! expect --all: deadlock
int x, y
Thread T { atomic { x := 1; await y == 1 } }
invariant untouched: x == 0
