// x := x + 1 is two steps: C(4,2) orders. As statements: one step each.
//! expect naive: 6 executions
//! expect naive --atomicity statement: 2 executions
//! expect: violation
//! expect --atomicity statement: ok
int x
Thread(i in 0..1) Inc { x := x + 1 }
finally { assert x == 2 }
