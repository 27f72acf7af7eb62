//! expect: ok
//! expect -D BUG=true: deadlock
//! expect -D CAP=0: violation
//! expect naive -D ITEMS=1: ok
//! expect optimal -D ITEMS=1: ok
//! expect dc -D ITEMS=1: ok
//! expect lazy -D BUG=true: deadlock
// Producers and consumers share a bounded buffer. BUG: a consumer wants one more than there is.
import std.queue
param int PRODUCERS = 2
param int ITEMS = 2
param int CAP = 1
param bool BUG = false
buffer jobs
int sum
init { jobs.capacity := CAP }
Thread(p in 1..PRODUCERS) Producer { for i in 1..ITEMS { put(jobs, p) } }
Thread Consumer {
  for i in 1..PRODUCERS * ITEMS { sum += get(jobs) }
  if BUG { sum += get(jobs) }
}
finally { assert sum == ITEMS * PRODUCERS * (PRODUCERS + 1) / 2 && len(jobs.items) == 0 }
