//! expect: deadlock
//! expect -D BROADCAST=true: ok
//! expect -D CONSUMERS=1: ok
//! expect naive: deadlock
//! expect optimal: deadlock
//! expect dc: deadlock
//! expect optimal -D CONSUMERS=1: ok
//! expect stateful:reach -D BROADCAST=true: ok
// 29. A bounded buffer whose producers and consumers wait on the same condition variable. Every wait stands in a `while`
// and every change is signalled, and yet: a signal wakes any one waiting thread, and it may be the wrong one.
// See: `dmc 29-buffer_onecv.d`. Two consumers wait. The first is woken by an item, takes it, and signals that there is room:
// that wakes the second consumer, who finds nothing and waits again. The producer, for whom the signal was meant,
// sleeps, and so do all.
// Try: `-D BROADCAST=true` wakes everybody. `-D CONSUMERS=1`: with one of each never do both kinds wait.
// Rule: signal is right only if all who wait wait for the same thing and one of them is enough (28: two variables).
// Exercise: find the least CAP at which the deadlock of one producer with two consumers disappears (`-D CAP=2`). Does it come
// back with more consumers?
import std.sync
param bool BROADCAST = false
param int CAP = 1
param int CONSUMERS = 2
mutex m
cond changed
queue<int> buf
int sum
void tell() {
  if BROADCAST { broadcast(changed) } else { signal(changed) }
}
void put(int v) {
  lock(m)
  while len(buf) == CAP { wait(changed, m) }
  push(buf, v)
  tell()
  unlock(m)
}
int get() {
  lock(m)
  while len(buf) == 0 { wait(changed, m) }
  int v = pop(buf)
  tell()
  unlock(m)
  return v
}
Thread Producer {
  for v in 1..CONSUMERS { put(v) }
}
Thread(c in 1..CONSUMERS) Consumer {
  int v = get()
  atomic { sum += v }
}
finally { assert sum == CONSUMERS * (CONSUMERS + 1) / 2, "an item was lost or came twice" }
