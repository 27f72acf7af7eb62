//! options: --atomicity statement
//! expect: ok
//! expect naive: 2 executions
// One statement is one step.
int x
Thread(i in 1..2) T { x := x + 1 }
finally { assert x == 2 }
