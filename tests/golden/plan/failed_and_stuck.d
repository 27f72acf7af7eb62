//! expect naive: violation
//! expect optimal: violation
//! expect lazy: violation
//! expect dc: violation
//! expect optimal: 1 executions
//! expect lazy: 2 executions
//! expect dc: 2 executions
// A run in which a thread failed counts, also where a guard failed that might have been opened later.
int x
Thread A { x := 1; assert x == 0 }
Thread B { await x == 1 }
