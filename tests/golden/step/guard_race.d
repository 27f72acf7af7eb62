//! expect naive: ok
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect naive: 8 executions
//! expect optimal: 2 executions
// Races decided by recorded footprints lose a class here: the await before y := 2, or after y := 0.
int x, y
Thread T0 { await y == 0 }
Thread T1 { y := 2; y := 0 }
Thread T2 { x := 0 }
