//! expect: ok
int x;int y
int[3] a = [1,
  2,
  3]
Thread A {
  x :=
    1 +
    2; y := 4
  if x == 3 {
    y := 5
  }
  else {
    y := 6
  }
  either { skip }
  or { skip }
  assert (x
    == 3)
  if y == 5 { y := 7 } else if y == 6 { y := 8 } else { y := 9 } ; assert y == 7 }
/* a comment
   over two lines */ Thread B { skip }   // and one at the end
