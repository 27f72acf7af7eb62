//! expect naive: ok
//! expect optimal: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal: 3 executions
//! expect lazy: 3 executions + 1 blocked
//! expect dc: 3 executions + 1 blocked
// An atomic block that chooses from a range fails while the range is empty.
int x, got
Thread A { x := -1; x := 1 }
Thread C { atomic { got := choose(0..x) } }
