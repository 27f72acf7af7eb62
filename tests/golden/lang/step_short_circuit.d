// The second operand is not read when the first decides: one event here, two in U.
//! expect naive: 3 executions
int x
Thread T { if x == 0 || x == 1 { skip } }
Thread U { if x == 0 && x == 1 { skip } }
