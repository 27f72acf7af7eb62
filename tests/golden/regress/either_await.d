//! expect naive: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect optimal: 3 executions
//! expect observers: 2 executions + 1 blocked
// Another branch may be open where the branch taken is not.
int x0 = 0
Thread T0 { either { } or { await x0 <= 0 } }
Thread T2 { x0 := x0 + 1 }
