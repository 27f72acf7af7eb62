//! expect: ok
//! expect -D BUG=true: error
//! expect -D std.sync.SPURIOUS=true: ok
//! expect naive -D BUG=true: error
//! expect optimal: ok
//! expect dc: ok
//! expect stateful:reach: ok
// 28. A bounded buffer as a monitor (Hoare, CACM 1974; here with signals as in Mesa and POSIX, Lampson and Redell, CACM
// 1980). A mutex guards the queue; who cannot go on waits on a condition variable, which gives the mutex back.
// After a Mesa signal the woken thread has to compete for the mutex again, and what it waited for may be gone: hence `while`.
// See: `dmc 28-buffer.d -D BUG=true` tests with `if`. A second consumer slips in between the signal and the one who was
// woken, and that one pops an empty queue (R0003).
// Try: `-D std.sync.SPURIOUS=true`: waits may end without a signal, as POSIX allows. Nothing changes, for a loop tests
// again anyway. With BUG besides, one consumer alone is enough: `-D BUG=true -D std.sync.SPURIOUS=true`.
// Exercise: with one consumer, is `if` right? Predict, change, check; then with SPURIOUS.
import std.sync
param bool BUG = false
const int CAP = 1
mutex m
cond nonempty, nonfull
queue<int> buf
int[2] got
void put(int v) {
  lock(m)
  while (len(buf) == CAP) { wait(nonfull, m) }
  push(buf, v)
  signal(nonempty)
  unlock(m)
}
int get() {
  lock(m)
  if (BUG) { if (len(buf) == 0) { wait(nonempty, m) } }
  else { while (len(buf) == 0) { wait(nonempty, m) } }
  int v = pop(buf)
  signal(nonfull)
  unlock(m)
  return v
}
Thread Producer { put(1); put(2) }
Thread(c in 0..1) Consumer { got[c] := get() }
finally { assert got[0] + got[1] == 3 }
