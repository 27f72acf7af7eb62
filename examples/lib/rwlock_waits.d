//! expect --progress=fair: violation progress
//! expect --progress=fair -D POLICY=writers_first: ok
//! expect --progress=fair -D POLICY=first_come: ok
//! expect --progress=fair -D BUSY=writers: violation progress
//! expect --progress=fair -D BUSY=writers -D POLICY=writers_first: violation progress
//! expect --progress=fair -D BUSY=writers -D POLICY=first_come: ok
// Who may wait for ever, though the scheduler is fair? With readers_first a writer, while readers keep overlapping, and a
// reader whom it finds looking only while somebody writes; with writers_first a reader; with first_come nobody.
import std.sync
enum Who { readers, writers }
param Who BUSY = readers
param rwpolicy POLICY = readers_first
rwlock l
init { l.policy := POLICY }
daemon Thread(i in 1..2) Busy {
  loop {
    if BUSY == readers { read_lock(l); read_unlock(l) }
    else { write_lock(l); write_unlock(l) }
  }
}
Thread Patient {
  if BUSY == readers { write_lock(l); write_unlock(l) }
  else { read_lock(l); read_unlock(l) }
}
