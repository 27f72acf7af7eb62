// join sees everything the child did.
//! expect: ok
//! expect naive: 1 executions
int x
Thread(int a, int b) W { x := a; x := x + b }
Thread T {
  pid p = spawn W(3, 4)
  join p
  assert x == 7
}
