// Inner names hide outer ones; a local hides a shared variable.
//! expect: ok
//! expect naive: 1 executions
int x = 7, out
Thread T {
  int x = 1
  if true { int x = 2; x := x + 1; assert x == 3 }
  for x in 5..5 { assert x == 5 }
  assert x == 1
  out := x
}
finally { assert x == 7 && out == 1 }
