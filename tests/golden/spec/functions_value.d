//! expect: ok
record P { int a, int[2] b }
int f(P p, int[2] v, int n) { p.a := 9; p.b[1] := 9; v[0] := 9; n := 9; return p.a + v[0] + n }
Thread T {
  P p = P(1, [2, 3])
  int[2] v = [4, 5]
  int n = 6
  assert f(p, v, n) == 27
  assert p.a == 1 && p.b[1] == 3 && v[0] == 4 && n == 6
}
