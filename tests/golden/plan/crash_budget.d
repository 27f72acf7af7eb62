//! expect naive: ok
//! expect optimal: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal: 14 executions
//! expect lazy: 14 executions
//! expect dc: 8 executions
// One of two writers may stop before its writes; crashes of one budget depend on each other.
int x
fault crash T <= 1
Thread(i in 1..2) T { x := i; x := 10 * i }
finally { assert x >= 0 }
