//! expect naive: ok
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect naive: 4 executions
//! expect optimal: 4 executions
// A join as the first statement of a branch: enabled once T has ended.
int x
Thread() T { x := 1 }
Thread Main {
  pid t = spawn T()
  either { join t; x := 2 }
  or { await x == 1; x := 3 }
  or { skip }
}
