// Each builtin on shared data is one event: C(5,2).
//! expect naive: 10 executions
queue<int> q
set<int> s
Thread A { push(q, 1); add(s, 1) }
Thread B { _ := len(q); _ := contains(s, 1); clear(s) }
