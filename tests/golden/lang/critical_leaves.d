// return, break and continue leave it with its exit step.
//! expect: ok
//! expect naive: 1 executions
int x
int f() { critical cs { return x } }
Thread T {
  int v = f()
  for i in 0..2 { critical cs { if i == 0 { continue }  if i == 1 { break } } }
  loop { critical cs { break } }
}
Thread U { join T; critical cs { skip } }
