//! expect: ok
record P { int a, bool b }
record L { P p, int[2] v }
P p, q
L l
Thread T {
  p := P(1, true)
  q := p
  assert p == q && p == P(1, true) && p != P(2, true)
  q.a += 1
  assert p != q
  assert cas(p, P(1, true), P(5, false)) && !cas(p, P(1, true), P(6, false))
  assert p == P(5, false)
  P old = swap(p, q)
  assert old == P(5, false) && p == P(2, true)
  l.p := p
  l.v[1] := 3
  assert l == L(P(2, true), [0, 3])
}
