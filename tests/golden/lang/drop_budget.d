// One of two may be lost, never both.
//! expect: ok
//! expect -D N=2: violation
param int N = 1
message M(int v)
int got
fault drop M <= N
Thread S { R ! M(1); R ! M(2) }
Thread R {
  join S
  receive { M(v) => { got := got + 1 }  after => { } }
  receive { M(v) => { got := got + 1 }  after => { } }
  assert got >= 1
}
