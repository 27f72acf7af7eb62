//! expect naive: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect optimal: 1 executions
//! expect observers: 1 executions + 1 blocked
// A join inside an atomic block looks at a thread that itself only joins.
Thread T0 { }
Thread T1 { atomic { join T2 } }
Thread T2 { join T0 }
