//! expect naive: ok
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect naive: 4 executions
//! expect optimal: 4 executions
// A branch that comes and goes with a := 1, and one that is always there: each choice reads what the other waits for.
int a
Thread W { a := 1; a := 0 }
Thread E {
  either { await a == 1 }
  or { skip }
}
