//! expect: ok
enum Colour { Red, Green }
record P { int a, bool b }
int i
bool b
Colour c
P p
pid q, r
queue<int> qu
set<int> s
int[2][3] m
mutex mu
Thread T {
  assert i == 0 && b == false && c == Red && p.a == 0 && !p.b
  assert q == r && len(qu) == 0 && len(s) == 0
  assert m[1][2] == 0
  assert trylock(mu)
  unlock(mu)
}
