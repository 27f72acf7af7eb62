//! expect: ok
//! expect -D NO_MUTEX=true: violation
//! expect -D NO_MUTEX=true -D EACH=1 -D CONSUMERS=1: violation
//! expect -D SWAPPED=true: deadlock
//! expect optimal -D EACH=1: ok
//! expect dc -D EACH=1: ok
//! expect optimal -D NO_MUTEX=true: violation
//! expect naive -D SWAPPED=true: deadlock
// 27. A bounded buffer with semaphores (Dijkstra, Cooperating Sequential Processes, 1965). One semaphore counts the
// free slots, one the filled ones, and a mutex guards the ring itself. Nobody ever tests whether the buffer is full:
// down(free) does that, and waits.
// See: each item is taken exactly once, and a consumer gets the items of one producer in their order.
// Try: `dmc 27-buffer_sem.d -D NO_MUTEX=true -D EACH=1`: two consumers take the same item, or two producers fill the same
// slot (with `-D CONSUMERS=1` besides).
// `-D SWAPPED=true`: the mutex first and the semaphore inside it. Who waits now, and what does he hold?
// Larger: `-D PRODUCERS=3 -D CAP=3`. Each consumer takes as many items as the others: PRODUCERS * EACH / CONSUMERS.
// Exercise: swap only the two lines at the end of put (up(filled) before unlock(m)). Is that wrong as well?
import std.sync
param int CAP = 2
param int PRODUCERS = 2
param int CONSUMERS = 2
param int EACH = 2  // items of each producer
param bool NO_MUTEX = false
param bool SWAPPED = false
record Item { int producer, int number }
mutex m
sem free = sem(CAP), filled
Item[CAP] slot
int first, next  // the oldest item, the next free slot
bool[PRODUCERS][EACH + 1] taken

void put(Item v) {
  if SWAPPED { lock(m) }
  down(free)
  if !SWAPPED && !NO_MUTEX { lock(m) }
  slot[next] := v
  next := (next + 1) % CAP
  if !NO_MUTEX { unlock(m) }
  up(filled)
}
Item get() {
  if SWAPPED { lock(m) }
  down(filled)
  if !SWAPPED && !NO_MUTEX { lock(m) }
  Item v = slot[first]
  first := (first + 1) % CAP
  if !NO_MUTEX { unlock(m) }
  up(free)
  return v
}
Thread(p in 0..PRODUCERS-1) Producer {
  for k in 1..EACH { put(Item(p, k)) }
}
Thread(c in 1..CONSUMERS) Consumer {
  int[PRODUCERS] last  // the newest item seen of each producer
  for k in 1..PRODUCERS * EACH / CONSUMERS {
    Item v = get()
    assert v.number > 0, "nothing in there"
    atomic {
      assert !taken[v.producer][v.number], "taken twice"
      taken[v.producer][v.number] := true
    }
    assert v.number > last[v.producer], "out of order"
    last[v.producer] := v.number
  }
}
finally { assert forall(p in 0..PRODUCERS-1, k in 1..EACH : taken[p][k]), "an item was lost" }
