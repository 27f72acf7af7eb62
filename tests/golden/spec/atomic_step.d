//! expect: ok
//! expect naive: 6 executions
// An atomic block is one step.
int x
Thread(i in 1..3) T { atomic { x := x + 1 } }
finally { assert x == 3 }
