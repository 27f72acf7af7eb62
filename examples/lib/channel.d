//! expect: ok
//! expect -D LOSSY=true: deadlock
//! expect -D DUPLICATING=true: violation
//! expect -D REORDERING=true: violation
//! expect --all -D LOSSY=true -D DUPLICATING=true -D REORDERING=true: deadlock, violation
//! expect naive: ok
//! expect optimal -D REORDERING=true: violation
//! expect dc -D LOSSY=true: deadlock
//! expect lazy -D DUPLICATING=true: violation
// A receiver that relies on a perfect channel: nothing lost, nothing twice, all in order. Each option takes one of these away.
import std.net
param int N = 3
param int CAP = 2
param bool LOSSY = false
param bool DUPLICATING = false
param bool REORDERING = false
channel c
init {
  c.capacity := CAP
  c.lossy := LOSSY
  c.duplicating := DUPLICATING
  c.reordering := REORDERING
}
Thread Sender { for i in 1..N { send(c, i) } }
Thread Receiver { for i in 1..N { assert recv(c) == i, "not what was sent next" } }
