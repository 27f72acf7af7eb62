// A branch can be taken only while its first statement is enabled.
//! expect: ok
//! expect naive: 1 executions
int x = 2, y
Thread T { either { await x == 1; y := 1 } or { await x == 2; y := 2 } }
finally { assert y == 2 }
