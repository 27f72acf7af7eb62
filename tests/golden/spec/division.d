//! expect: ok
// Division rounds down and the remainder has the sign of the divisor.
int n = 7, m = -7
Thread T {
  int a = n
  int b = m
  assert a / 2 == 3 && a % 2 == 1
  assert b / 2 == -4 && b % 2 == 1
  assert a / -2 == -4 && a % -2 == -1
  assert b / -2 == 3 && b % -2 == -1
  assert (0 - 1) % 5 == 4
  assert -7 / 2 == -4 && -7 % 2 == 1 && 7 % -2 == -1
}
