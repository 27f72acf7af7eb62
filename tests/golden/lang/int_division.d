// / floors, % has the divisor's sign; folded and at run time.
//! expect: ok
const int N = 5
int z
Thread T {
  assert -7 / 2 == -4 && -7 % 2 == 1
  assert 7 / -2 == -4 && 7 % -2 == -1
  assert -7 / -2 == 3 && -7 % -2 == -1
  int a = 7 + z
  int b = 2 + z
  assert -a / b == -4 && -a % b == 1
  assert a / -b == -4 && a % -b == -1
  assert -a / -b == 3 && -a % -b == -1
  assert -6 / b == -3 && -6 % b == 0
  for i in 0..N-1 { assert (i - 1) % N == (i + N - 1) % N }
}
