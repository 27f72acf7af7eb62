//! expect: ok
//! expect naive: 1 executions
// When something inside cannot proceed, nothing of the block has happened.
int x, y
Thread A { atomic { x := 1; await y == 1; x := 2 } }
Thread B { y := 1 }
invariant never: x != 1
finally { assert x == 2 }
