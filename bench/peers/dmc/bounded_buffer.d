//! expect: ok
// P producers put M items each into a buffer of K places, C consumers take P * M / C each. As ../promela/bounded_buffer.pml.
param int P = 2
param int C = 2
param int M = 2
param int K = 1
queue<int> buf
int got
Thread(p in 0..P-1) Producer {
  for k in 1..M { atomic { await len(buf) < K; push(buf, p * M + k) } }
}
Thread(c in 1..C) Consumer {
  for k in 1..P * M / C {
    atomic { await len(buf) > 0; _ := pop(buf) }
    atomic { got := got + 1 }
  }
}
finally { assert got == P * M }
