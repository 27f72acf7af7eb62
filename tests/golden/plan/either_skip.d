//! expect naive: ok
//! expect optimal: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal: 4 executions
//! expect lazy: 2 executions + 2 blocked
//! expect dc: 2 executions + 2 blocked
// The branch without a guard reads nothing where guards fail: fewer executions than where each choice reads what the other
// waits for.
int a
Thread W { a := 1; a := 0 }
Thread E {
  either { await a == 1 }
  or { skip }
}
