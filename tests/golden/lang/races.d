// Two plain accesses nothing orders.
//! expect: ok
//! expect --races=error: race
int x
Thread T { x := 1 }
Thread U { int a = x }
