//! sync: acknowledged
//! options: --unread=off
//! expect: ok
//! expect -D EARLY_ACK=true: violation
//! expect -D READ_AT_HEAD=true: violation
//! expect -D CRASHES=1: ok
//! expect -D CRASHES=1 -D RESEND=false: deadlock
//! expect stateful: ok
//! expect stateful:reach -D EARLY_ACK=true: violation
// 66. Chain replication.
//
// A value is kept by a chain of servers. Writes enter at the head and go down the chain; the tail acknowledges them and answers all
// reads, so that what was read, or acknowledged, every server has. (R. van Renesse, F. Schneider, Chain replication for supporting high
// throughput and availability, OSDI 2004.) READ_AT_HEAD also reads at the other end: a value is seen that the next read, at
// the tail, does not know yet. EARLY_ACK has the head acknowledge. With CRASHES=1 the server in the middle may stop; a master sees
// it (`join` waits for the end of a thread) and tells the head who follows it now, and the head sends again what may have been
// lost on the way. Without RESEND a write vanishes in the crash, and the client waits for ever.
//
// See: dmc 66-chain.d -D READ_AT_HEAD=true
//      dmc 66-chain.d -D CRASHES=1 -D RESEND=false
// Exercise: let the tail crash instead; then the one in the middle becomes the tail. Which writes must it acknowledge?
param int WRITES = 2
param int CRASHES = 0
param bool EARLY_ACK = false
param bool READ_AT_HEAD = false
param bool RESEND = true
message Write(int v), Read(), Value(int v), Ack(int v), Successor(pid who)
int acknowledged
fault crash Middle <= CRASHES

Thread Writer {
  for v in 1..WRITES {
    Head ! Write(v)
    receive { Ack(=v) => { acknowledged := v } }
  }
}

Thread Reader {
  int before = acknowledged
  if READ_AT_HEAD { Head ! Read() } else { Tail ! Read() }
  receive {
    Value(v) => {
      assert v >= before, "an acknowledged write is missing"
      before := v
    }
  }
  Tail ! Read()
  receive { Value(v) => { assert v >= before, "a value was seen, and then an older one" } }
}

daemon Thread Head {
  pid next = Middle
  int value = 0
  loop {
    receive {
      Write(v) => {
        value := v
        next ! Write(v)
        if EARLY_ACK { Writer ! Ack(v) }
      }
      Read() => { Reader ! Value(value) }
      Successor(who) => {
        next := who
        if RESEND && value > 0 { next ! Write(value) }
      }
    }
  }
}

daemon Thread Middle {
  loop {
    receive { Write(v) => { Tail ! Write(v) } }
  }
}

daemon Thread Tail {
  int value = 0
  loop {
    receive {
      Write(v) => {
        if v > value {
          value := v
          if !EARLY_ACK { Writer ! Ack(v) }
        }
      }
      Read() => { Reader ! Value(value) }
    }
  }
}

daemon Thread Master {
  if CRASHES > 0 {
    join Middle
    Head ! Successor(Tail)
  }
}
