//! expect naive: deadlock
//! expect optimal: deadlock
//! expect lazy: deadlock
//! expect dc: deadlock
//! expect optimal: 3 executions
//! expect lazy: 3 executions + 6 blocked
//! expect dc: 3 executions + 3 blocked
// Whether C waits for good depends on the order of two writes that nobody reads: a reads-from class is a deadlock when one of
// its orders is.
int x
Thread A { x := 1 }
Thread B { await x == 1 }
Thread C { x := 3; await x == 2 }
