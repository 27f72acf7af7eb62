//! expect naive: violation
//! expect optimal: violation
//! expect lazy: violation
//! expect dc: violation
//! expect optimal: 4 executions
//! expect lazy: 4 executions
//! expect dc: 4 executions
// finally is a last read of all its variables: a class for each pair of last writes that can be.
int x, y
Thread A { x := 1; y := 1 }
Thread B { x := 2; y := 2 }
finally { assert x == y }
