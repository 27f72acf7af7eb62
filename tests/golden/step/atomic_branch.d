//! expect naive: ok
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect naive: 60 executions
//! expect optimal: 5 executions
//! expect observers: 2 executions
// What the atomic block touches depends on v2. Only the last dependent event as a backtrack point finds 4 of the 5 classes.
int v0, v1, v2
Thread T0 { v1 := 1 }
Thread T1 { fetch_add(v0, 1) }
Thread T2 { v1 := 0; fetch_add(v2, 1) }
Thread T3 { atomic { if v2 == 1 { v1 := 1 } } }
