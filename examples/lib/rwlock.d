//! expect: ok
//! expect -D POLICY=readers_first: ok
//! expect -D POLICY=writers_first: ok
//! expect -D BUG=true: violation
//! expect -D BUG=true -D POLICY=writers_first: violation
//! expect optimal -D READERS=1: ok
//! expect dc: ok
//! expect lazy -D BUG=true: violation
//! expect stateful -D POLICY=writers_first: ok
// Readers see both halves of what the writers wrote, under each policy. BUG: the writers ask to read only.
import std.sync
param int READERS = 2
param int WRITERS = 2
param rwpolicy POLICY = first_come
param bool BUG = false
rwlock l
int left, right
init { l.policy := POLICY }
Thread(i in 1..WRITERS) Writer {
  if BUG { read_lock(l) } else { write_lock(l) }
  left := i
  right := i
  if BUG { read_unlock(l) } else { write_unlock(l) }
}
Thread(i in 1..READERS) Reader {
  read_lock(l)
  int x = left
  assert right == x, "half of a write"
  read_unlock(l)
}
