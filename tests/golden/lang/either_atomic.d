// An atomic that cannot block: the branch is an event of its own. 1 + 1 events, C(3,1) orders, 2 branches.
//! expect naive: 6 executions
int x, y
Thread T { either { atomic { x := 1 } } or { atomic { x := 2 } } }
Thread U { y := 1 }
