//! expect: ok
//! expect -D BUG=true: deadlock
//! expect -D CARELESS=true: violation
//! expect naive -D N=2 -D SLOTS=1: ok
//! expect optimal: ok
//! expect lazy -D CARELESS=true: violation
//! expect dc -D BUG=true: deadlock
// A semaphore lets at most SLOTS threads in. BUG: the workers do not give back what they took. CARELESS: the guest, who does
// not wait, gives back what it did not get.
import std.sync
param int N = 3
param int SLOTS = 2
param bool BUG = false
param bool CARELESS = false
sem room = sem(SLOTS)
int inside
void visit() {
  atomic { inside := inside + 1; assert inside <= SLOTS, "too many inside" }
  atomic { inside := inside - 1 }
}
Thread(i in 1..N) Worker {
  down(room)
  visit()
  if !BUG { up(room) }
}
Thread Guest {
  bool got = try_down(room)
  if got { visit() }
  if got || CARELESS { up(room) }
}
finally { assert room.n == SLOTS }
