//! expect: ok
//! expect --progress=fair: violation progress
//! expect --progress=fair -D LOSS=false: ok
//! expect --progress -D LOSS=false: violation progress
// The alternating bit protocol. A channel that loses whatever it is given is fair to the threads: they go round without end.
param bool LOSS = true
queue<int> data, ack               // bits; one slot each way
pure bool room(int n) { return n == 0 }
void put(ref queue<int> q, int b) { atomic { if room(len(q)) && (!LOSS || choose(bool)) { push(q, b) } } }
Thread Sender {
  for v in 1..2 {
    bool done = false
    while !done {
      put(data, v % 2)
      atomic { if len(ack) > 0 { done := pop(ack) == v % 2 } }
    }
  }
}
daemon Thread Receiver {
  loop {
    int b
    atomic { await len(data) > 0; b := pop(data) }
    put(ack, b)
  }
}
