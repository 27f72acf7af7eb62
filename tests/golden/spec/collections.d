//! expect: ok
record P { int a, int b }
queue<P> q
set<P> s
queue<int>[2] qs
set<pid> pids
Thread T {
  push(q, P(1, 2)); push(q, P(3, 4))
  assert len(q) == 2 && head(q) == P(1, 2) && pop(q) == P(1, 2) && len(q) == 1
  clear(q)
  assert len(q) == 0
  add(s, P(1, 1)); add(s, P(1, 1)); add(s, P(2, 2))
  assert len(s) == 2 && contains(s, P(2, 2)) && !contains(s, P(3, 3))
  remove(s, P(2, 2)); remove(s, P(9, 9))
  assert len(s) == 1
  push(qs[1], 7)
  assert len(qs[0]) == 0 && head(qs[1]) == 7
  add(pids, self)
  assert contains(pids, self) && contains(pids, T)
  set<int> a
  set<int> b
  add(a, 1); add(a, 2); add(b, 2); add(b, 1)
  assert a == b
  queue<int> c
  push(c, 1)
  assert contains(c, 1) && !contains(c, 2)
}
