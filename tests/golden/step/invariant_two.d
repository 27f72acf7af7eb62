//! expect naive: violation not_both
//! expect stateful:reach: violation not_both
//! expect dpor: violation not_both
//! expect source: violation not_both
//! expect optimal: violation not_both
//! expect observers: violation not_both
//! expect naive: 6 executions
//! expect optimal: 6 executions
// The writes of a and b commute, and yet the invariant is wrong only between them: they count as dependent.
int a, b
invariant not_both: a + b < 2
Thread A { a := 1; a := 0 }
Thread B { b := 1; b := 0 }
