//! expect naive: ok
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect naive: 30 executions
//! expect optimal: 4 executions
//! expect observers: 4 executions
// Sleep sets on plain dpor lose one of the four classes: T2 first, then T0's y before T1's read.
int x, y, z
Thread T0 { x := 2; y := 2 }
Thread T1 { _ := y }
Thread T2 { z := 1; _ := x }
