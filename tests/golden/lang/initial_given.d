// Initialisers are constant expressions, records and arrays included.
//! expect: ok
const int K = 3
record R { int a, bool b }
enum Color { Red, Green }
int x = K * 2, y = -1
int z = K * K
R r = R(K, true)
int[3] v = [1, K, 3]
Color c = Green
Thread T {
  assert x == 6 && y == -1 && z == 9 && r.a == 3 && r.b && v[1] == 3 && c == Green
}
