// C's precedence.
//! expect: ok
Thread T {
  assert 2 + 3 * 4 == 14 && (2 + 3) * 4 == 20
  assert 10 - 4 - 3 == 3 && 100 / 10 / 5 == 2 && 7 % 4 % 2 == 1
  assert 2 * 7 % 4 == 2 && -2 * 3 == -6 && - 2 + 3 == 1
  assert (1 < 2) == true && (1 == 1 && 2 > 1 || false)
  assert true || false && false
  assert !(true && false) && !false
  assert 1 + 1 < 3 && 3 >= 2 + 1 && 4 != 2 + 1
}
