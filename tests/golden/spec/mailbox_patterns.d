//! expect: ok
message M(int a, int b)
const int SEVEN = 7
Thread R {
  int x = 4
  receive { M(=x, b) => { assert b == 40 } }
  receive { M(5, _) => { skip } }
  receive { M(a, b) when a > b && b == SEVEN => { assert a == 9 } }
  receive { M(=x + 2, =SEVEN - 6) => { skip } }
  receive { M(-1, b) => { assert b == 0 } }
}
Thread S { R ! M(6, 1); R ! M(9, 7); R ! M(5, 0); R ! M(-1, 0); R ! M(4, 40) }
