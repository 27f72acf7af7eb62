//! sync: stamp, value
//! expect: ok
//! expect -D POSTCHECK=false: violation
//! expect -D CLOCK_FIRST=true: violation
//! expect -D LOCKED=false: violation
//! expect -D CHECK=Nothing: violation
//! expect -D SKEW=true: ok
//! expect -D SKEW=true -D CHECK=Written: violation
//! expect -D CHECK=Written: ok
//! expect naive -D POSTCHECK=false: violation
//! expect optimal -D TRIES=1: ok
//! expect dc -D LOCKED=false: violation
//! expect lazy -D CLOCK_FIRST=true: violation
//! expect stateful: ok
// 52. Transactional memory: TL2.
//
// A transaction reads and writes variables as if it were alone. Each variable has a stamp: its version and a lock. What is written waits in
// a log. At the end: lock what is to be written, take a new time from the clock, see that nothing that was read is younger than the
// start, write, unlock with the new time as version. Here x and y are always equal, and even a transaction that will be given up must
// never see otherwise (opacity): it might divide by x - y + 1. So each read looks at the stamp before and after; POSTCHECK=false does not.
// CLOCK_FIRST takes the time before the locks, LOCKED=false takes no locks, CHECK=Nothing does not look again at the end. CHECK=Written
// looks at what it writes only (snapshot isolation). That is enough until, with SKEW, each transaction reads both and writes one: two
// doctors leave at the same time, since each has seen that the other is there.
// (D. Dice, O. Shalev, N. Shavit, Transactional Locking II, DISC 2006; H. Berenson and others, A critique of ANSI SQL isolation, 1995.)
//
// See: dmc 52-stm.d -D POSTCHECK=false --bfs
// Try: dmc 52-stm.d -D THREADS=3 -D TRIES=1
//      with SKEW, assert at the end that somebody has committed, as is asserted without: what happened?
// Exercise: a transaction that only reads needs no locks, no new time and no second look. Write one, and say why.
enum What { Nothing, Written, Everything }
param int THREADS = 2
param int TRIES = 2
param bool SKEW = false
param bool POSTCHECK = true
param bool CLOCK_FIRST = false
param bool LOCKED = true
param What CHECK = Everything
record Stamp { int version, bool taken }
Stamp[2] stamp
int[2] value  // x and y
int clock
int[THREADS + 1] commits

bool read(int i, int start, ref int v) {  // false: give up
  Stamp before = stamp[i]
  v := value[i]
  if !POSTCHECK { return true }
  Stamp after = stamp[i]
  return !before.taken && before == after && after.version <= start
}

bool take(int i, ref int version) {
  if !LOCKED { return true }
  Stamp s = stamp[i]
  version := s.version
  return !s.taken && cas(stamp[i], s, Stamp(s.version, true))
}

bool unchanged(int i, int start, bool mine) {
  Stamp s = stamp[i]
  return s.version <= start && (mine || !s.taken)
}

bool commit(int start, bool[2] writes, int[2] log) {
  int now = 0
  int[2] version
  bool[2] mine
  bool good = true
  if CLOCK_FIRST { now := fetch_add(clock, 1) + 1 }
  for i in 0..1 {
    if good && writes[i] {
      good := take(i, version[i])
      mine[i] := good
    }
  }
  if good && !CLOCK_FIRST { now := fetch_add(clock, 1) + 1 }
  for i in 0..1 {
    if good && (CHECK == Everything || CHECK == Written && writes[i]) {
      good := unchanged(i, start, mine[i])
    }
  }
  for i in 0..1 {
    if good && writes[i] { value[i] := log[i] }
  }
  for i in 0..1 {
    if mine[i] {
      if good { stamp[i] := Stamp(now, false) } else if LOCKED {
        stamp[i] := Stamp(version[i], false)
      }
    }
  }
  return good
}

bool both(int start, int x, int y) {  // x and y go up together
  assert x == y, "sees x and y of different times"
  return commit(start, [true, true], [x + 1, y + 1])
}

bool one(int me, int start, int x, int y) {  // sets one of them, if the other is not set
  assert x + y <= 1, "both are set"
  if x + y == 1 { return true }
  return commit(start, [me == 0, me == 1], [1, 1])
}

bool transaction(int me) {
  int start = clock
  int x = 0
  int y = 0
  if !read(0, start, x) { return false }
  if !read(1, start, y) { return false }
  if SKEW { return one(me, start, x, y) } else { return both(start, x, y) }
}

Thread(i in 1..THREADS) User {
  for n in 1..TRIES {
    if transaction(i % 2) {
      commits[i] := 1
      break
    }
  }
}

finally {
  int sum = sum(i in 1..THREADS : commits[i])
  if SKEW {
    assert value[0] + value[1] <= 1, "both are set"
  } else {
    assert sum >= 1, "no transaction at all was committed"
    assert value[0] == sum && value[1] == sum, "an update was lost"
  }
}
