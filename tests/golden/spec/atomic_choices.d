//! expect naive: 5 executions
// The chooses of a block are one flattened choice; only those under which it can complete are there: 6 minus (0, 0).
int x
Thread T { atomic { int a = choose(0..1); int b = choose(0..2); await a + b > 0; x := a * 10 + b } }
finally { assert x != 0 }
