// Two children of two events each: C(4,2) orders after both spawns, fewer before: 10 in all.
//! expect: ok
//! expect naive: 10 executions
int x, y
Thread(int k) W { x := k; y := k }
Thread T { pid p = spawn W(1); pid q = spawn W(2); assert p != q }
