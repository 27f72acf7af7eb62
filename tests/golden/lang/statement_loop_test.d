// Loop tests are steps of their own: test, body, test, body, test.
//! options: --atomicity statement
//! expect naive: 6 executions
int x, y
Thread T { while x < 2 { x := x + 1 } }
Thread U { y := 1 }
