//! expect: ok
//! expect naive: 1 executions + 1 blocked
// assume stops its thread for good: such a run is counted apart, runs no finally and is no deadlock.
int x
Thread A { x := 1 }
Thread B { assume x == 1 }
finally { assert x == 1 }
