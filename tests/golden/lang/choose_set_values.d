//! expect naive: 3 executions
set<int> s
Thread T { int a = choose(s); assert contains(s, a) }
init { add(s, 1); add(s, 5); add(s, 9) }
