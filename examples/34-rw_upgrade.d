//! expect: deadlock
//! expect -D HOW=release: violation
//! expect -D HOW=recheck: ok
//! expect -D HOW=declare: ok
//! expect -D N=1: ok
//! expect naive: deadlock
//! expect optimal -D HOW=release: violation
//! expect optimal -D HOW=recheck: ok
//! expect dc -D HOW=declare: ok
//! expect stateful:reach -D HOW=recheck: ok
// 34. From reading to writing. A thread reads under a read lock, sees that something is to be done, and upgrades: it
// waits until it is the only reader and becomes the writer. Two that do so wait for each other (which is why
// POSIX and Java have no such call). Here: N threads see an empty cache, and one of them is to fill it.
// See: `dmc 34-rw_upgrade.d`: both read, both wait for the other to stop.
// Try: `-D HOW=release`: gives the read lock back and asks for the write lock. What was read is old by then, and the cache is
// filled twice. `-D HOW=recheck`: the same, and looks again when writing: right, and the usual way.
// `-D HOW=declare`: who may want to write says so when he begins to read, and only one such reader is let in
// (the "upgradable" lock of Boost); plain readers could still share with him.
// Exercise: with `upgrade`, let the second one fail instead of wait. What must its caller do then?
import std.sync
enum How { upgrade, release, recheck, declare }
param How HOW = upgrade
param int N = 2
rwlock l
mutex intent
bool cached
int filled

// For a reader: waits until nobody else reads, and goes on as the writer.
void to_writer() {
  atomic { await l.readers == 1; l.readers := 0; l.writer := true }
}
Thread(i in 1..N) User {
  if HOW == declare { lock(intent) }
  read_lock(l)
  if cached { read_unlock(l) }
  else {
    if HOW == upgrade || HOW == declare { to_writer() }
    else {
      read_unlock(l)
      write_lock(l)
    }
    if HOW != recheck || !cached {
      filled += 1
      cached := true
    }
    write_unlock(l)
  }
  if HOW == declare { unlock(intent) }
}
finally { assert filled == 1, "filled twice" }
