//! expect naive: deadlock
//! expect optimal: deadlock
//! expect lazy: deadlock
//! expect dc: deadlock
//! expect optimal: 2 executions
//! expect lazy: 3 executions + 3 blocked
//! expect dc: 3 executions + 3 blocked
// A deadlock only where both branches are closed for good; it is met once for each branch.
int a
Thread W { a := 1; a := 2 }
Thread E {
  either { await a == 1 }
  or { await a == 3 }
}
