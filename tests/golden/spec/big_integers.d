//! expect: ok
// Integers are exact whatever their size, across the border of the small ones in both directions.
int x = 1
Thread T {
  int a = 1
  for k in 1..100 { a := a * 2 }
  assert a == 1267650600228229401496703205376
  assert a - a + 1 == 1 && a / a == 1 && a % 7 == 2
  assert -a / 3 == -422550200076076467165567735126
  assert -a % 3 == 2
  assert a > 0 && -a < 0 && max(a, -a) == a && min(a, 1) == 1 && abs(-a) == a
  x := a
  x := x - (a - 5)
  assert x == 5
  int e = 1073741823
  assert e + 1 == 1073741824 && e + 1 - 1 == e && -e - 2 == -1073741825
  assert 1073741824 * 1073741824 == 1152921504606846976
}
