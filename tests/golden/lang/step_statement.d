// --atomicity statement: a test is a step, each statement is a step, several locations or not.
// T: test, assignment. U: assignment, assignment. C(4,2) orders.
//! options: --atomicity statement
//! expect naive: 6 executions
int x, y = 1, z
Thread T { if x == 0 || y == 1 { z := x + y + z } }
Thread U { z := z + z; z := x + y }
