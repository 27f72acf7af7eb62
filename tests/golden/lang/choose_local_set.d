//! expect naive: 2 executions
Thread T { set<int> s; add(s, 1); add(s, 2); int a = choose(s); assert a == 1 || a == 2 }
