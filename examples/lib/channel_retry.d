//! expect: ok
//! expect -D BUG=true: violation
//! expect stateful:reach: ok
//! expect stateful -D BUG=true: violation
//! expect stateful:reach --progress=fair -D LOSSY=false: ok
// Numbers over channels that lose and duplicate: the sender repeats until an acknowledgement comes, the receiver drops what
// it has seen. BUG: it does not drop.
import std.net
param int N = 2
param bool LOSSY = true
param bool BUG = false
channel data, ack
int got
init {
  data.capacity := 1
  ack.capacity := 1
  data.lossy := LOSSY
  ack.lossy := LOSSY
}
Thread Sender {
  for i in 1..N {
    int seen = 0
    while seen != i {
      either { atomic { send(data, i) } } or { atomic { seen := recv(ack) } }
    }
  }
}
daemon Thread Receiver {
  loop {
    int i = recv(data)
    if BUG || i > got {
      got := got + 1
      assert got == i, "taken twice"
    }
    send(ack, i)
  }
}
finally { assert got == N }
