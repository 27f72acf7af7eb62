//! expect: ok
// ref passes a location; its index is evaluated once, at the call.
int i
int[3] a
record P { int x, int y }
P p
void set(ref int r, int v) { i := 2; r := v }
void both(ref P q) { q.x := 1; set(q.y, 2) }
void local_too(ref int r) { r += 5 }
Thread T {
  set(a[i], 7)
  assert a[0] == 7 && a[2] == 0 && i == 2
  both(p)
  assert p.x == 1 && p.y == 2
  int n = 1
  local_too(n)
  assert n == 6
}
