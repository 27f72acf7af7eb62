//! expect: ok
//! expect -D MODULO=2: violation
//! expect -D IN_ORDER=false: violation
//! expect -D MSGS=2 -D WINDOW=1 -D MODULO=2: ok
//! expect stateful: ok
//! expect stateful:reach -D MODULO=2: violation
// 62. Go back n.
//
// The alternating bit protocol (61) has one packet on the way. Here there are up to WINDOW; the receiver takes them in order only, and
// acknowledges by saying which one it wants next. After a timeout the sender begins anew at the oldest one that is not acknowledged.
// The packets carry a number modulo MODULO. (A. Tanenbaum, Computer networks, 3.4.) How many numbers are needed? One more than
// the window: with MODULO=2 for two packets, `I want the first one` and `I want the third one` look the same. A receiver that takes any
// packet (IN_ORDER=false) is no help either. The channels lose messages and keep the order.
//
// See: dmc 62-go_back_n.d -D MODULO=2
// Try: dmc 62-go_back_n.d -D WINDOW=3 -D MODULO=4 -D MSGS=4, and MODULO=3
// Exercise: selective repeat: the receiver keeps packets that come early. How many numbers does it need? Find out with dmc.
param int MSGS = 3
param int WINDOW = 2
param int MODULO = 3
param int ROOM = 2  // how many packets a channel holds
param bool IN_ORDER = true
record Packet { int seq, int v }
queue<Packet> data
queue<int> acks
int got

Thread Sender {
  int base = 1  // the oldest packet without acknowledgement
  int next = 1  // the next one to send
  while base <= MSGS {
    either {
      atomic {
        await next < base + WINDOW && next <= MSGS
        if len(data) < ROOM && choose(bool) {
          push(data, Packet(next % MODULO, next))
        } else {
          print "packet", next, "is lost"
        }
        next += 1
      }
    } or {
      atomic {
        await len(acks) > 0
        int wanted = pop(acks)
        for n in base+1..next {
          if n % MODULO == wanted { base := n }
        }
      }
    } or {
      atomic {
        await base < next
        print "timeout"
        next := base
      }
    }
  }
}

daemon Thread Receiver {
  int want = 1
  loop {
    Packet p
    atomic {
      await len(data) > 0
      p := pop(data)
    }
    if p.seq == want % MODULO || !IN_ORDER {
      got := got + 1
      assert p.v == got, "lost or duplicated"
      want += 1
    }
    atomic {
      if len(acks) < ROOM && choose(bool) { push(acks, want % MODULO) }
    }
  }
}
finally { assert got == MSGS }
