// Whole arrays are copied, compared and passed by value, in one event.
//! expect: ok
//! expect naive: 3 executions
int[3] a = [1, 2, 3]
int[3] b
int total(int[3] v) { v[0] := 10; return v[0] + v[1] + v[2] }
Thread T {
  int[3] t = a
  assert total(t) == 15 && t[0] == 1
  b := t
}
Thread U { int[3] t = b; assert t == [0, 0, 0] || t == [1, 2, 3] }
