//! expect: ok
//! expect naive: 4 executions
// Blocks while the set is empty; reads it in the same step.
set<int> s
int x
Thread A { add(s, 1); add(s, 2) }
Thread B { x := choose(s) }
finally { assert x == 1 || x == 2 }
