//! expect naive: ok
//! expect optimal: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal: 4 executions
//! expect lazy: 4 executions + 2 blocked
//! expect dc: 2 executions + 2 blocked
// Each choice reads what the other waits for, but not for dc: there the branch without a guard reads nothing, and there are
// fewer executions.
int a
Thread W { a := 1; a := 0 }
Thread E {
  either { await a == 1 }
  or { skip }
}
