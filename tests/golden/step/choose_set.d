//! expect naive: ok
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect naive: 8 executions
//! expect optimal: 6 executions
// A choice from a shared set waits while it is empty and has as many branches as members.
set<int> s
int got
Thread A { add(s, 1) }
Thread B { add(s, 2) }
Thread C { got := choose(s) }
