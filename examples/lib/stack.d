//! expect: ok
//! expect -D BUG=true: violation
//! expect naive -D N=2: ok
//! expect optimal: ok
//! expect dc: ok
//! expect stateful -D BUG=true: violation
// A pool of pages: take one, use it alone, give it back; the one that was used last is taken first. BUG: thread 1 gives its
// page back twice, and two threads get the same.
import std.queue
param int N = 3
param int PAGES = 2
param bool BUG = false
stack pool
bool[PAGES] used
init { for i in 0..PAGES-1 { push_stack(pool, i) } }
Thread(t in 1..N) User {
  int page = pop_stack(pool)
  atomic { assert !used[page], "two threads use one page"; used[page] := true }
  used[page] := false
  push_stack(pool, page)
  if BUG && t == 1 { push_stack(pool, page) }
}
finally { assert len(pool.items) == PAGES }
