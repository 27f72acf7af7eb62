// A whole array is a wide location: cas and swap take all its leaves.
//! expect: ok
//! expect naive: 1 executions
int[2] a
record B { int[2] v, bool b }
B[2] bs
Thread T {
  assert cas(a, [0, 0], [1, 2])
  assert a == [1, 2]
  assert !cas(a, [1, 0], [5, 5])
  assert a == [1, 2]
  int[2] old = swap(a, [3, 4])
  assert old == [1, 2] && a == [3, 4]
  bs[1].v[1] := 7
  assert !cas(bs[1].v, [0, 0], [1, 1])
  assert cas(bs[1], B([0, 7], false), B([8, 9], true))
  assert bs[1].v == [8, 9] && bs[1].b && bs[0].v == [0, 0]
}
