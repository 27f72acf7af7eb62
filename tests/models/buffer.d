//! expect: ok
//! expect -D BUG=true: error
//! expect stateful:reach: ok
//! expect stateful:reach -D BUG=true: error
//! expect naive -D BUG=true: error
// 4. A bounded buffer with condition variables. BUG tests with `if` where only `while` is right: a consumer that was
// woken finds the buffer empty again.
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
  push(buf, v); signal(nonempty); unlock(m)
}
int get() {
  lock(m)
  if (BUG) { if (len(buf) == 0) { wait(nonempty, m) } }
  else     { while (len(buf) == 0) { wait(nonempty, m) } }
  int v = pop(buf)
  signal(nonfull); unlock(m)
  return v
}
Thread Producer { put(1); put(2) }
Thread(c in 0..1) Consumer { got[c] := get() }
finally { assert got[0] + got[1] == 3 }
