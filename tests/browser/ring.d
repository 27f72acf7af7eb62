//! expect naive: violation
// Ten threads and 550 steps: what the page of a long run must cope with.
param int N = 10
param int ROUNDS = 5
int x, y, z
message Ping(int n)
Thread(i in 0..N-1) Worker {
  for r in 1..ROUNDS {
    x := x + 1
    Worker[(i + 1) % N] ! Ping(r)
    y := x
    receive { Ping(n) => { z := z + n } }
    await x > 0
    critical cs { skip }
  }
}
finally { assert z < 0, "too small" }
