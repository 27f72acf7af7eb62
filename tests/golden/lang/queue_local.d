// Queues and sets as locals and values: no events, copies are independent, equality is by contents.
//! expect: ok
//! expect naive: 1 executions
queue<int> shared
Thread T {
  queue<int> a
  push(a, 1); push(a, 2)
  queue<int> b = a
  _ := pop(b)
  assert len(a) == 2 && len(b) == 1
  set<int> s
  add(s, 3); add(s, 1)
  set<int> t
  add(t, 1); add(t, 3)
  assert s == t
  shared := a
}
finally { assert len(shared) == 2 }
