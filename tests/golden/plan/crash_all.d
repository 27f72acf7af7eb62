//! expect naive: ok
//! expect optimal: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal: 19 executions
//! expect lazy: 19 executions
//! expect dc: 13 executions
// Each of two writers may stop before its writes; the crashes have nothing in common.
int x
fault crash T
Thread(i in 1..2) T { x := i; x := 10 * i }
finally { assert x >= 0 }
