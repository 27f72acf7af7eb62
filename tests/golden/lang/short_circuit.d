//! expect: ok
int x
bool boom() { assert false; return true }
Thread T {
  if x == 0 || boom() { skip }
  if x == 1 && boom() { skip }
  bool b = x == 0 || 1 / x == 1
  assert b
}
