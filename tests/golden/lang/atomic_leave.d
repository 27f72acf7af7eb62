// return, break, continue and exit leave an atomic block; it is one step all the same.
//! expect: ok
//! expect naive: 1 executions
int x
int f() { atomic { x := x + 1; if x == 1 { return 10 }  x := x + 1 }  return 20 }
Thread T {
  assert f() == 10
  assert f() == 20
  for i in 0..3 { atomic { x := x + 1; if i == 1 { break }  continue } }
  atomic { x := x + 1; exit }
  x := 100
}
finally { assert x == 6 }
