//! expect: ok
//! expect naive: 2 executions
int x
int f() { x := x + 1; return x }
Thread T { _ := 1; _ := choose(bool); }
Thread U { skip }
