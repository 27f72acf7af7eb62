// The await fails, so x := 1 has not happened: U reads 0.
//! expect: ok
//! expect naive: 1 executions
int x, y
Thread T { atomic { x := 1; await y == 1; x := 2 } }
Thread U { assert x == 0; y := 1 }
finally { assert x == 2 }
