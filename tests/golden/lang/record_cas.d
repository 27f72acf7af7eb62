// cas on a record is a wide CAS: all leaves or nothing.
//! expect: ok
record R { int a, int b }
R z
int wins
Thread(i in 1..2) T {
  if cas(z, R(0, 0), R(i, -i)) { atomic { wins := wins + 1 } }
  R t = z
  assert t.a + t.b == 0 && t.a != 0
}
finally {
  assert wins == 1
  assert z == R(1, -1) || z == R(2, -2)
}
