// Waits while the set is empty; reading and choosing are one step.
//! expect: ok
//! expect naive: 1 executions
set<int> s
int x
Thread T { x := choose(s) }
Thread U { add(s, 7) }
finally { assert x == 7 }
