//! expect naive: deadlock
//! expect optimal: deadlock
//! expect lazy: deadlock
//! expect dc: deadlock
//! expect optimal: 2 executions
//! expect lazy: 2 executions + 4 blocked
//! expect dc: 3 executions + 3 blocked
// A deadlock only where both branches are closed for good; dc meets it once for each branch, lazy counts the first.
int a
Thread W { a := 1; a := 2 }
Thread E {
  either { await a == 1 }
  or { await a == 3 }
}
