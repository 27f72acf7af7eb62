//! expect naive: ok
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect naive: 4 executions + 2 blocked
//! expect optimal: 2 executions + 2 blocked
//! expect observers: 1 executions + 2 blocked
// A stopped thread: the others go on, and the run counts as blocked.
int x
Thread A { assume x == 0; x := 1 }
Thread B { assume x == 0; x := 2 }
