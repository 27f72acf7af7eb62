// Unbounded.
//! expect: ok
int z
Thread T {
  int a = 1073741823 + z
  assert a + 1 == 1073741824 && a + 1 - 1 == a
  int b = 9223372036854775807 + z
  assert b + 1 > b && b + 1 == 9223372036854775808
  int c = b * b
  assert c == 85070591730234615847396907784232501249
  assert c / b == b && c % b == 0 && (c + 1) % b == 1
  assert -c / b == -b && (-c - 1) / b == -b - 1
  int f = 1
  for i in 1..30 { f := f * i }
  assert f == 265252859812191058636308480000000
  for i in 1..30 { f := f / i }
  assert f == 1
  z := c
  assert z == c && z != c + 1 && z > b
  z := z - c
}
finally { assert z == 0 }
