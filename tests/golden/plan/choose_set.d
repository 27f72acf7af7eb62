//! expect naive: ok
//! expect optimal: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal: 6 executions
//! expect lazy: 6 executions + 2 blocked
//! expect dc: 6 executions + 2 blocked
// A choice from a shared set fails while it is empty and has as many branches as members.
set<int> s
int got
Thread A { add(s, 1) }
Thread B { add(s, 2) }
Thread C { got := choose(s) }
