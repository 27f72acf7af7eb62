//! expect: ok
//! expect -D TURNSTILE=false: violation
//! expect -D KEEP=true: deadlock
//! expect -D READERS=0 -D REGULARS=2 --progress=fair: violation progress
//! expect -D READERS=0 -D REGULARS=2 -D FAIR=true -D std.atomic.TICKETS=4 --progress=fair: ok
//! expect optimal -D TURNSTILE=false: violation
//! expect optimal -D READERS=1: ok
//! expect dc -D KEEP=true: deadlock
//! sync: waiting, wrote
// 33. Readers and writers, nobody first: a turnstile before the room of 32 (Downey, The Little Book of Semaphores, chapter 4).
// All pass it; a writer stays in it until he is done, so readers that come later queue up behind him.
// See: `late` marks readers that came while a writer stood in the turnstile. They must not get in before him.
// `dmc 33-rw_turnstile.d -D TURNSTILE=false`: they do.
// `-D KEEP=true`: a reader that does not give the turnstile back.
// Is starvation over? Only if the turnstile is fair: `-D READERS=0 -D REGULARS=2 --progress=fair` finds that `down` of a
// plain semaphore may pass over the same thread for ever. With `-D FAIR=true -D std.atomic.TICKETS=4` besides, the
// turnstile is a ticket lock, which serves in the order of arrival: then the writer always gets in (compare 32).
// Exercise: the writer gives the turnstile back as soon as he has the room. Does that break anything? And before he has it?
import std.sync
import std.atomic
param int READERS = 2
param int REGULARS = 0  // readers without end
param bool TURNSTILE = true
param bool KEEP = false
param bool FAIR = false
mutex m
sem room = sem(1), turnstile = sem(1)
ticket line
int readers
bool waiting, wrote  // the writer: stands in the turnstile; has written
int left, right      // the data: equal whenever nobody writes

void enter() {
  if FAIR { ticket_lock(line) } else if TURNSTILE { down(turnstile) }
}
void leave() {
  if FAIR { ticket_unlock(line) } else if TURNSTILE { up(turnstile) }
}
void read() {
  bool late = waiting
  enter()
  if !KEEP { leave() }
  lock(m)
  readers += 1
  if readers == 1 { down(room) }
  unlock(m)
  assert !late || wrote, "overtook the writer"
  int l = left
  assert l == right, "read while somebody wrote"
  lock(m)
  readers -= 1
  if readers == 0 { up(room) }
  unlock(m)
}
Thread(r in 1..READERS) Reader { read() }
daemon Thread(r in 1..REGULARS) Regular {
  loop { read() }
}
Thread Writer {
  enter()
  waiting := true
  down(room)
  left := 1
  right := 1
  wrote := true
  up(room)
  leave()
}
