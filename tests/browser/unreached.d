//! expect: ok
// A line that could run and never does, and a cover.
int x
Thread A {
  x := 1
  if x == 2 {
    x := 3
  }
}
Thread B { x := 4 }
cover one: x == 1
