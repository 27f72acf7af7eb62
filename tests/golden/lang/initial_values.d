//! expect: ok
enum Color { Red, Green }
record R { int a, bool b, Color c }
int x
bool b
Color c
R r
int[2] v
queue<int> q
set<int> s
pid p, p2
Thread T {
  assert x == 0 && !b && c == Red && r == R(0, false, Red) && v == [0, 0] && len(q) == 0 && len(s) == 0
  assert p == p2 && p != self
}
