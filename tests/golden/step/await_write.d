//! expect naive: deadlock
//! expect stateful:reach: deadlock
//! expect dpor: deadlock
//! expect source: deadlock
//! expect optimal: deadlock
//! expect observers: deadlock
//! expect naive: 3 executions
//! expect optimal: 3 executions
// Equivalent orders of two writes that nobody reads enable different awaits: why observers treat guards as reads.
int x
Thread A { x := 1 }
Thread B { await x == 1 }
Thread C { x := 3; await x == 2 }
