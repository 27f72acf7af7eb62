// ref passes a location: shared, element, field or local.
//! expect: ok
int x
int[3] a
record R { int p, int q }
R r
void inc(ref int v, int d) { v := v + d }
void twice(ref int v) { inc(v, 1); inc(v, 1) }
void swap2(ref int p, ref int q) { int t = p; p := q; q := t }
void fill(ref int[3] v) { for i in 0..2 { v[i] := v[i] + 10 } }
Thread T {
  inc(x, 5)
  twice(a[1])
  inc(r.q, 3)
  int l = 1
  inc(l, 1)
  swap2(l, x)
  fill(a)
  assert l == 5 && x == 2 && a == [10, 12, 10] && r == R(0, 3)
}
