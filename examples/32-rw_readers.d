//! expect: ok
//! expect -D UNGUARDED=true: deadlock
//! expect -D UNGUARDED=true --all: violation, deadlock
//! expect -D READERS=0 -D REGULARS=2 -D FAIR=true -D std.atomic.TICKETS=4 --progress=fair: violation progress
//! expect -D READERS=0 -D REGULARS=1 -D FAIR=true -D std.atomic.TICKETS=4 --progress=fair: ok
//! expect -D READERS=0 -D REGULARS=1 --progress=fair: violation progress
//! expect optimal: ok
//! expect dc: ok
//! expect optimal -D UNGUARDED=true: deadlock
//! expect naive -D READERS=1: ok
// 32. Readers and writers, readers first (Courtois, Heymans, Parnas, CACM 1971, problem 1). A writer needs the room for
// himself; readers share it. The first reader to come takes the room for all of them, the last one gives it back.
// See: `dmc 32-rw_readers.d -D UNGUARDED=true`: readers count themselves without the mutex. The room is then taken or given
// back once too often, or never: somebody waits for ever, or reads while the writer writes (`--all` shows both).
// The price: while readers overlap, no writer gets in, not even if room is a fair lock that serves in order of arrival:
//   dmc 32-rw_readers.d -D READERS=0 -D REGULARS=2 -D FAIR=true -D std.atomic.TICKETS=4 --progress=fair
// has two readers that come again and again. With REGULARS=1 the room is empty now and then, and the writer gets
// his turn; without FAIR he may be passed over even then, for a plain semaphore owes nothing to who waits longest.
// Try: `-D READERS=3`, `-D WRITERS=2`.
// Exercise: let writers come first (problem 2 of the paper: one more count, one more semaphore). Who starves now?
import std.sync
import std.atomic
param int READERS = 2
param int WRITERS = 1
param int REGULARS = 0  // readers without end
param bool UNGUARDED = false
param bool FAIR = false
mutex m
sem room = sem(1)
ticket fair_room  // instead of room, with FAIR
int readers
int left, right  // the data: equal whenever nobody writes

void take_room() {
  if FAIR { ticket_lock(fair_room) } else { down(room) }
}
void give_room() {
  if FAIR { ticket_unlock(fair_room) } else { up(room) }
}
void read() {
  if !UNGUARDED { lock(m) }
  readers += 1
  if readers == 1 { take_room() }
  if !UNGUARDED { unlock(m) }
  int l = left
  assert l == right, "read while somebody wrote"
  if !UNGUARDED { lock(m) }
  readers -= 1
  if readers == 0 { give_room() }
  if !UNGUARDED { unlock(m) }
}
Thread(r in 1..READERS) Reader { read() }
daemon Thread(r in 1..REGULARS) Regular {
  loop { read() }
}
Thread(w in 1..WRITERS) Writer {
  take_room()
  left += 1
  right += 1
  give_room()
}
finally { assert left == WRITERS && right == WRITERS }
