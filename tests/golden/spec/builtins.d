//! expect: ok
int x = 5
Thread T {
  assert fetch_add(x, 3) == 5 && x == 8
  assert swap(x, 1) == 8 && x == 1
  assert cas(x, 1, 2) && !cas(x, 1, 3) && x == 2
  assert min(3, -2) == -2 && max(3, -2) == 3 && abs(-2) == 2
}
