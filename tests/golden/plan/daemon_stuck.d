//! expect naive: violation
//! expect optimal: violation
//! expect lazy: violation
//! expect dc: violation
//! expect optimal: 4 executions
//! expect lazy: 4 executions + 3 blocked
//! expect dc: 3 executions + 1 blocked
// A daemon need not end: stuck at its guard the run is terminal, and finally looks at the last write of an order in which the
// guard is stuck for good.
int x
daemon Thread D { await x == 2; x := 5 }
Thread A { x := 1 }
Thread B { x := 2 }
finally { assert x != 2 && x != 5 }
