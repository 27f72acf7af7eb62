// Unmatched messages stay, in order.
//! expect: ok
message A(int v), B(int v)
Thread S { R ! A(1); R ! B(2); R ! A(3) }
Thread R {
  receive { B(v) => { assert v == 2 } }
  receive { A(v) => { assert v == 1 } }
  receive { A(v) => { assert v == 3 } }
}
