//! expect: ok
//! expect -D POLICY=writers_first: ok
//! expect -D POLICY=first_come: ok
//! expect optimal -D POLICY=first_come: ok
//! expect stateful -D POLICY=writers_first: ok
// Two readers are in at once; a writer never with anybody.
import std.sync
param rwpolicy POLICY = readers_first
rwlock l
int reading, writing
init { l.policy := POLICY }
Thread(i in 1..2) Reader {
  read_lock(l)
  atomic { reading := reading + 1 }
  atomic { reading := reading - 1 }
  read_unlock(l)
}
Thread(i in 1..2) Writer {
  write_lock(l)
  atomic { writing := writing + 1 }
  atomic { writing := writing - 1 }
  write_unlock(l)
}
invariant alone: writing == 0 || (writing == 1 && reading == 0)
cover both: reading == 2
