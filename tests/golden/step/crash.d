//! expect naive: ok
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect naive: 24 executions
//! expect optimal: 14 executions
// One of two writers may stop before its writes.
int x
fault crash T <= 1
Thread(i in 1..2) T { x := i; x := 10 * i }
