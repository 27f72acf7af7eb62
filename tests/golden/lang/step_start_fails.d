// Local work before the first event belongs to the start.
//! expect: violation
//! expect naive: 1 executions
int x
Thread T { assert false; x := 1 }
Thread U { x := 2 }
