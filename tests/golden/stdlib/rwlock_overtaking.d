//! expect: ok
//! expect -D POLICY=writers_first: cover
//! expect -D POLICY=first_come: cover
//! expect optimal: ok
//! expect optimal -D POLICY=writers_first: cover
//! expect lazy -D POLICY=first_come: cover
//! expect stateful:reach -D POLICY=writers_first: cover
//! expect stateful -D POLICY=first_come: cover
// A writer waits behind a reader, and is seen to wait; another reader comes. May it go in before the writer? Only with
// readers_first (where a writer that waits is not written down; it has asked).
import std.sync
param rwpolicy POLICY = readers_first
rwlock l
bool asked, written, overtaken
init { l.policy := POLICY; l.readers := 1 }                         // the first reader is there already
Thread First { read_unlock(l) }
Thread Writer {
  asked := true
  write_lock(l)
  atomic { written := true; assert l.readers == 0 }
  write_unlock(l)
}
Thread Second {
  bool waits = false
  atomic { waits := l.readers == 1 && asked && (POLICY == readers_first || l.waiting + len(l.line) == 1) }
  atomic { read_lock(l); overtaken := waits && !written }
  read_unlock(l)
}
cover overtakes: overtaken
