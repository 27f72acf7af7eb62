// Inside, other threads go on.
//! expect: ok
int x
Thread T { critical cs { await x == 1 } }
Thread U { x := 1 }
