// A name binds afresh, =x compares, _ matches all, literals compare.
//! expect: ok
message A(int v, bool b)
int x
Thread S { R ! A(1, true); R ! A(2, false); R ! A(3, true); R ! A(4, false) }
Thread R {
  int v = 3
  receive { A(=v, _) => { x := 30 } }
  receive { A(v, false) => { assert v == 2 } }
  assert v == 3
  receive { A(=v + 1, b) => { assert !b } }
  receive { A(v, true) => { assert v == 1 } }
}
finally { assert x == 30 }
