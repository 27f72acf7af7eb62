// U may empty it before.
//! expect: deadlock
set<int> s
Thread T { int a = choose(s) }
Thread U { clear(s) }
init { add(s, 1) }
