// Only the assert in the block fails: U never sees x = 1.
//! expect --all: violation
//! expect naive: 1 executions
int x, zero
Thread T { atomic { x := 1; assert x == 0 } }
Thread U { await x == 1; x := 1 / zero }
