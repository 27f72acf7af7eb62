// choose from a set inside an atomic block: only the elements under which it completes.
//! expect: ok
//! expect naive: 2 executions
set<int> s
int x
init { add(s, 1); add(s, 2); add(s, 3) }
Thread T { atomic { x := choose(s); await x != 2; remove(s, x) } }
finally { assert len(s) == 2 && contains(s, 2) }
