//! expect: ok
//! expect -D BITS=false: violation
//! expect stateful:reach: ok
//! expect stateful:reach -D BITS=false: violation
//! expect naive -D MSGS=1 --loop 1: incomplete
// 8. The alternating bit protocol over channels that lose messages; without the bit a packet is taken twice.
param int MSGS = 3
param bool BITS = true
record Packet { int bit, int v }
queue<Packet> data                 // one slot each way
queue<int> ack
int got
void transmit(Packet p) { atomic { if (len(data) == 0 && choose(bool)) { push(data, p) } } }
void reply(int b)       { atomic { if (len(ack) == 0 && choose(bool)) { push(ack, b) } } }
Thread Sender {
  int bit = 0
  for v in 1..MSGS {
    bool done = false
    while (!done) {
      transmit(Packet(bit, v))     // may be lost
      either { atomic { await len(ack) > 0; done := (pop(ack) == bit) } }
      or     { skip }              // timeout: send again
    }
    bit := 1 - bit
  }
}
daemon Thread Receiver {
  int want = 0
  loop {
    Packet p
    atomic { await len(data) > 0; p := pop(data) }
    if (!BITS || p.bit == want) {
      got := got + 1
      assert p.v == got, "lost or duplicated"
      want := 1 - want
    }
    reply(p.bit)
  }
}
finally { assert got == MSGS }
