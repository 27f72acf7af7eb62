//! expect: ok
//! expect -D LOCK=Tickets: ok
//! expect -D LOCK=Queue: ok
//! expect -D BUG=true: violation
//! expect -D LOCK=Tickets -D std.atomic.TICKETS=2: violation cs
//! expect -D LOCK=Queue -D std.atomic.NODES=2: violation
//! expect naive -D N=2: ok
//! expect naive -D N=2 -D LOCK=Tickets: ok
//! expect naive -D N=2 -D LOCK=Queue: ok
//! expect optimal: ok
//! expect optimal -D LOCK=Queue: ok
//! expect dc -D LOCK=Tickets: ok
//! expect dc -D LOCK=Queue: ok
// Three ways to build a lock from an atomic instruction. BUG: a thread that may not wait goes in though it got no lock.
// With fewer tickets than threads two have the same; with fewer nodes than threads one has none.
import std.atomic
enum Kind { TestAndSet, Tickets, Queue }
param Kind LOCK = TestAndSet
param int N = 3
param bool BUG = false
tas t
ticket k
mcs q
int x
Thread(i in 1..N) Worker {
  if LOCK == TestAndSet && BUG { _ := tas_trylock(t) }
  else if LOCK == TestAndSet { tas_lock(t) }
  else if LOCK == Tickets { ticket_lock(k) }
  else { mcs_lock(q, i) }
  critical cs { x := x + 1 }
  if LOCK == TestAndSet { tas_unlock(t) }
  else if LOCK == Tickets { ticket_unlock(k) }
  else { mcs_unlock(q, i) }
}
finally { assert x == N }
