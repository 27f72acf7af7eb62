//! expect naive: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect optimal: 6 executions
//! expect observers: 5 executions
// A whole record and one of its fields: observed leaf by leaf.
record R { int a, int b }
R z
Thread T0 { _ := z.b }
Thread T2 { z := R(2, 2) }
Thread T3 { z.b := 2 }
