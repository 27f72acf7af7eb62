//! expect naive: violation
//! expect optimal: violation
//! expect lazy: violation
//! expect dc: violation
//! expect optimal: 1 executions
//! expect lazy: 1 executions + 1 blocked
//! expect dc: 2 executions
// A run in which a thread failed counts for dc also where a guard failed that might have been opened later; for lazy it is
// pruned, and the failure is found in the run that is an execution.
int x
Thread A { x := 1; assert x == 0 }
Thread B { await x == 1 }
