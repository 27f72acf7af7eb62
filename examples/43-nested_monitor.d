//! expect: deadlock
//! expect -D HOW=open: ok
//! expect -D HOW=together: ok
//! expect -D HOW=open -D CARELESS=true: violation
//! expect naive: deadlock
//! expect optimal: deadlock
//! expect optimal -D HOW=open: ok
//! expect dc -D HOW=together: ok
//! expect stateful:reach -D HOW=open -D CARELESS=true: violation
// 43. Nested monitors (Lister, The problem of nested monitor calls, 1977). A print service keeps its books in one monitor and its
// jobs in a buffer that is a monitor of its own. `wait` inside the buffer gives back the buffer's mutex, and
// only that: the outer one stays locked while the thread sleeps, and whoever could wake it cannot get through.
// See: `dmc 43-nested_monitor.d`: the printer waits for a job and holds `books`, which a client needs to hand one in.
// The clients wait for a mutex, the printer for a signal: no cycle of locks, so a check of lock orders finds nothing.
// Try: `-D HOW=open`: an open call; give the outer mutex back before calling in, and take it again to write down the result.
// In between everything may change, so what was seen before must not be relied on: `-D HOW=open -D CARELESS=true` does.
// `-D HOW=together`: one mutex for both, given up as a whole by wait.
// Exercise: `await len(jobs) > 0` before Printer locks the books. Is that enough? And with two printers?
import std.sync
enum How { nested, open, together }
param How HOW = nested
param bool CARELESS = false
param int CLIENTS = 2
mutex books
mutex inner
cond nonempty
queue<int> jobs
int handed, printed  // the books

void lock_jobs() {
  if HOW != together { lock(inner) }
}
void unlock_jobs() {
  if HOW != together { unlock(inner) }
}
void put(int job) {
  lock_jobs()
  push(jobs, job)
  signal(nonempty)
  unlock_jobs()
}
int get() {
  lock_jobs()
  while len(jobs) == 0 {
    if HOW == together { wait(nonempty, books) } else { wait(nonempty, inner) }
  }
  int job = pop(jobs)
  unlock_jobs()
  return job
}
Thread(c in 1..CLIENTS) Client {
  lock(books)
  int number = handed + 1
  if HOW == open && CARELESS {
    unlock(books)
    put(number)
    lock(books)
    handed := number
  } else {
    handed := number
    if HOW == open { unlock(books) }
    put(number)
    if HOW == open { lock(books) }
  }
  unlock(books)
}
Thread Printer {
  bool[CLIENTS + 1] seen
  for k in 1..CLIENTS {
    lock(books)
    if HOW == open { unlock(books) }
    int job = get()
    assert !seen[job], "two jobs of the same number"
    seen[job] := true
    if HOW == open { lock(books) }
    printed += 1
    unlock(books)
  }
}
finally { assert handed == CLIENTS && printed == CLIENTS }
