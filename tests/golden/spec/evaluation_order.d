//! expect: ok
// a[i] := e: the index first, then e, then the write. Arguments and operands from left to right.
int i, n
int[3] a
int next() { n := n + 1; i := 2; return n }
int pair(int x, int y) { return x * 10 + y }
Thread T {
  a[i] := next()
  assert a[0] == 1 && a[2] == 0
  assert pair(next(), next()) == 23
  assert next() - next() == 4 - 5
  assert n == 5
}
