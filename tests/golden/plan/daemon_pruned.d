//! expect naive: ok
//! expect optimal: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal: 1 executions
//! expect lazy: 1 executions + 1 blocked
//! expect dc: 1 executions + 1 blocked
// The guard of the daemon is open at the end of every run: where it failed before, the run counts as blocked.
int x
daemon Thread D { await x >= 1; x := 0 }
Thread A { x := 1 }
finally { assert x <= 1 }
