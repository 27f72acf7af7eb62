//! expect: ok
// N threads hand a token round a ring, R times. As ../promela/token_ring.pml.
param int N = 4
param int R = 2
message Token()
int holders
Thread(me in 0..N-1) Node {
  for k in 1..R {
    receive { Token() => { } }
    atomic { holders := holders + 1 }
    assert holders == 1
    atomic { holders := holders - 1 }
    Node[(me + 1) % N] ! Token()
  }
}
Thread Start { Node[0] ! Token() }
