//! expect: ok
int n
Thread(i in -1..1) T { atomic { n := n + i } }
Thread U {
  int s = 0
  for i in -2..2 { s := s * 3 + i }
  assert s == -2 * 81 - 27 + 3 + 2
  assert sum(i in -3..-1 : i) == -6
}
finally { assert n == 0 && T[-1] != T[1] }
