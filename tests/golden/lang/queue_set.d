// What the builtins do.
//! expect: ok
queue<int> q
set<int> s
record P { int a, int b }
queue<P> qp
set<P> sp
Thread T {
  push(q, 1); push(q, 2); push(q, 3)
  assert len(q) == 3
  assert head(q) == 1
  assert pop(q) == 1
  assert pop(q) == 2
  assert len(q) == 1
  clear(q)
  assert len(q) == 0
  add(s, 2); add(s, 1); add(s, 2)
  assert len(s) == 2
  assert contains(s, 1) && contains(s, 2) && !contains(s, 3)
  remove(s, 2); remove(s, 7)
  assert len(s) == 1 && !contains(s, 2)
  push(qp, P(1, 2))
  assert head(qp).b == 2
  P p = pop(qp)
  add(sp, p); add(sp, P(1, 2)); add(sp, P(2, 1))
  assert len(sp) == 2 && contains(sp, P(2, 1))
  assert min(3, -4) == -4 && max(3, -4) == 3 && abs(-4) == 4 && abs(4) == 4
}
