//! options: --races=off
//! expect: ok
//! expect -D HOW=Same: violation
//! expect -D HOW=Same -D EXACT=false: violation
//! expect -D HOW=Against: violation
//! expect -D HOW=Against -D EXACT=false: ok
//! expect -D HOW=Versions: ok
//! expect naive: 24 executions
//! expect optimal: 8 executions
//! expect dc: 8 executions
//! expect lazy -D READERS=10: 1024 executions
//! expect stateful -D HOW=Versions: ok
// 55. Readers.
//
// A writer sets a clock from 09 to 10 while readers look at it. If the clock is one word, a reader sees 09 or 10. Readers do not disturb
// each other, so of the 24 orders of three readers and a writer only 2^3 = 8 differ: each reads before the write or after it.
// If the digits are words of their own, the writer writes the right one first. Same: readers read the right one first, too, and may see
// 19, a time that has not come. Against: they read the left one first, and may see 00, but never a time that is yet to come
// (EXACT=false claims only that). Versions: the writer counts before and after the digits, readers compare the counts in the other
// direction and start over when they differ: a sequence lock (45), twenty years early, and nobody ever holds up the writer.
// (L. Lamport, Concurrent reading and writing, CACM 1977; A. Metzler, thesis, TU Darmstadt 2014, 6.3.1, has the whole word.)
//
// See: dmc 55-readers.d -D HOW=Same -D EXACT=false --bfs
// Try: dmc 55-readers.d --algo optimal -D READERS=10        and naive, if you have time: 11! orders
// Exercise: the writer writes the left digit first. Which way must readers go so that they never see a time that is long past?
enum How { Whole, Same, Against, Versions }
param int READERS = 3
param How HOW = Whole
param bool EXACT = true
record Time { int left, int right }
Time clock = Time(0, 9)
int before, after  // versions

Thread Writer {
  Time t = Time(1, 0)
  if HOW == Whole { clock := t } else {
    if HOW == Versions { before := 1 }
    clock.right := t.right
    clock.left := t.left
    if HOW == Versions { after := 1 }
  }
}

void look(ref Time t) {
  if HOW == Whole {
    t := clock
    return
  }
  if HOW == Against { t.left := clock.left }
  t.right := clock.right
  if HOW != Against { t.left := clock.left }
}

Thread(i in 1..READERS) Reader {
  Time t = Time(0, 0)
  if HOW == Versions {
    int n = after
    look(t)
    while before != n {
      n := after
      look(t)
    }
  } else {
    look(t)
  }
  int seen = 10 * t.left + t.right
  assert seen <= 10, "a time that has not come"
  assert !EXACT || seen >= 9, "a time that never was"
}
