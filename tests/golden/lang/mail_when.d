//! expect: ok
message A(int v)
const int K = 2
Thread S { R ! A(1); R ! A(2); R ! A(3) }
Thread R {
  int low = 0
  receive { A(v) when v > K + low => { assert v == 3 } }
  low := 1
  receive { A(v) when v > low && v <= K => { assert v == 2 } }
  receive { A(v) => { assert v == 1 } }
}
