//! expect: diagnostic 12:12 there is no `<>` operator
# a comment
int x
def f(n) { }
let y = 3
Thread A {
  if x == 1:
    x := 2
  elif x == 2 { x := 3 }
  pass
  print("x is", x)
  assert x <> 1
  assert not x == 2
  assert x == 1 and x == 2
  for i in range(3) { x := i }
  x := 1 y := 2
}
assert x == 1
