//! expect: ok
record R { int a, int[2] v }
enum E { P, Q }
R make(int k) { return R(k, [k, k + 1]) }
E flip(E e) { if e == P { return Q } else { return P } }
int early(int n) { for i in 0..9 { if i * i >= n { return i } }  return -1 }
pid who() { return self }
Thread T {
  assert make(3).v[1] == 4 && flip(P) == Q && flip(flip(P)) == P
  assert early(10) == 4 && early(100) == -1 && who() == T
}
