//! expect --progress=fair: violation progress
//! expect --progress=fair -D LOCK=Tickets -D std.atomic.TICKETS=3: ok
//! expect --progress=fair -D LOCK=Queue: ok
//! expect --progress -D LOCK=Queue: violation progress
// One thread wants the lock once, two others again and again. It may wait for ever with test-and-set; tickets and the queue
// let it in after those who came before it, as long as the scheduler is fair.
import std.atomic
enum Kind { TestAndSet, Tickets, Queue }
param Kind LOCK = TestAndSet
tas t
ticket k
mcs q
daemon Thread(i in 1..2) Greedy { loop { turn(i) } }
Thread Patient { turn(3) }
void turn(int me) {
  if LOCK == TestAndSet { tas_lock(t); tas_unlock(t) }
  else if LOCK == Tickets { ticket_lock(k); ticket_unlock(k) }
  else { mcs_lock(q, me); mcs_unlock(q, me) }
}
