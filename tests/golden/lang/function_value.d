// By value: the caller's variable is not touched.
//! expect: ok
record R { int a, int b }
int f(int v) { v := v + 1; return v }
int g(R r) { r.a := 9; return r.a + r.b }
Thread T {
  int a = 1
  assert f(a) == 2 && a == 1
  R r = R(1, 2)
  assert g(r) == 11 && r.a == 1
}
