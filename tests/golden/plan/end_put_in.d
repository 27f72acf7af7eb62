//! expect naive: ok
//! expect optimal: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal: 2 executions
//! expect lazy: 2 executions + 1 blocked
//! expect dc: 2 executions + 1 blocked
// Whether D has ended is seen: its read of the initial value cannot be put in before the write, where W would find D ended.
int x
Thread W { x := 1; atomic { join D } }
Thread D { int h = x }
