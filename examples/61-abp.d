//! expect: ok
//! expect -D BITS=false: violation
//! expect -D CHECK_ACK=false: violation
//! expect --progress=fair: violation progress
//! expect stateful: ok
//! expect stateful:reach: ok
//! expect stateful:reach -D BITS=false: violation
//! expect naive -D MSGS=1 --loop 1: incomplete
// 61. The alternating bit protocol.
//
// Data over channels that lose messages, one slot each way. The sender repeats a packet until it is acknowledged. A packet that was
// repeated only because its acknowledgement was lost must not count twice: that is what the bit is for. (K. Bartlett, R.
// Scantlebury, P. Wilkinson, A note on reliable full-duplex transmission over half-duplex links, CACM 1969.) Without BITS the receiver
// takes a packet twice; without CHECK_ACK the sender takes a late acknowledgement for one of the packet it has just sent.
// The loops have no end, so the searches of single runs (naive, optimal, dc) do not finish; the stateful ones do.
//
// See: dmc 61-abp.d -D BITS=false
//      dmc 61-abp.d -D CHECK_ACK=false
// Try: dmc 61-abp.d --progress=fair     a channel may lose everything, for ever; no protocol helps against that
// Exercise: the bit is enough because the channels keep the order. Show it: make `data` two slots long and take either of them.
param int MSGS = 3
param bool BITS = true
param bool CHECK_ACK = true
record Packet { int bit, int v }
queue<Packet> data  // one slot each way
queue<int> ack
int got

void transmit(Packet p) {
  atomic {
    if len(data) == 0 && choose(bool) { push(data, p) }
  }
}

void reply(int b) {
  atomic {
    if len(ack) == 0 && choose(bool) { push(ack, b) }
  }
}

Thread Sender {
  int bit = 0
  for v in 1..MSGS {
    bool done = false
    while !done {
      transmit(Packet(bit, v))  // may be lost
      either {
        atomic {
          await len(ack) > 0
          done := pop(ack) == bit || !CHECK_ACK
        }
      } or { skip }  // timeout: send again
    }
    bit := 1 - bit
  }
}

daemon Thread Receiver {
  int want = 0
  loop {
    Packet p
    atomic {
      await len(data) > 0
      p := pop(data)
    }
    if !BITS || p.bit == want {
      got := got + 1
      assert p.v == got, "lost or duplicated"
      want := 1 - want
    }
    reply(p.bit)
  }
}
finally { assert got == MSGS }
