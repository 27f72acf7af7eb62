// Local work is no step: one event each.
//! expect naive: 2 executions
int x
Thread(i in 0..1) T {
  int a = 3
  int[2] b = [1, 2]
  for k in 1..4 { a := a * 2 + b[k % 2] }
  while a > 10 { a := a - 7 }
  x := a
  a := 0
  assert a == 0
}
