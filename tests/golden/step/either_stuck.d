//! expect naive: deadlock
//! expect stateful:reach: deadlock
//! expect dpor: deadlock
//! expect source: deadlock
//! expect optimal: deadlock
//! expect observers: deadlock
//! expect naive: 3 executions
//! expect optimal: 3 executions
// Neither branch need ever open: b is set too early or never seen.
int a, b
Thread W { a := 1; b := 1; a := 0; b := 0 }
Thread E {
  either { await a == 1 && b == 0 }
  or { await b == 1 && a == 0 }
}
