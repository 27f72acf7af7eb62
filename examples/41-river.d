//! expect: ok
//! expect -D WAIT=false: violation
//! expect -D HACKERS=4 -D SERFS=4: ok
//! expect -D HACKERS=4 -D SERFS=4 -D EARLY=true: violation
//! expect -D HACKERS=3 -D SERFS=1: deadlock
//! expect stateful:reach: ok
//! expect optimal -D WAIT=false: violation
// 41. Crossing the river (a problem by Joseph, Berkeley; here as in Downey, The Little Book of Semaphores, chapter 5). Hackers
// and serfs cross in a boat that leaves with exactly four, and never with three of one kind against one of the other. Who
// completes a crew keeps the mutex, calls the others, becomes the captain, and gives the mutex back when he has rowed.
// See: the assertions say who may be in the boat. A called thread is one of its kind, not the one that came first.
// Try: `dmc 41-river.d -D WAIT=false`: the captain rows before all are on board.
// Two boats, with many more states: `-D HACKERS=4 -D SERFS=4`. With `-D EARLY=true` besides, the captain gives the mutex back
// at once, and two crews get into one boat.
// `-D HACKERS=3 -D SERFS=1`: no crew, and the report is the list of those who wait. Is this a mistake of the program?
// Exercise: which numbers of hackers and serfs can all cross, in whatever order they come? Which only in some orders?
import std.sync
param int HACKERS = 2
param int SERFS = 2
param bool WAIT = true
param bool EARLY = false
sem m = sem(1)
sem call_hacker, call_serf
int hackers, serfs  // waiting, and not called yet
sem aboard
int on_h, on_s  // on board

// With m held; the caller is counted already. True if the caller is to be the captain: then m stays held.
bool complete(ref int mine, ref int others, ref sem call_mine, ref sem call_others) {
  if mine == 4 {
    mine := 0
    for k in 1..4 { up(call_mine) }
    return true
  }
  if mine == 2 && others >= 2 {
    mine := 0
    others -= 2
    for k in 1..2 { up(call_mine); up(call_others) }
    return true
  }
  up(m)
  return false
}
void board(ref int mine) {
  atomic {
    print "goes on board"
    mine += 1
    assert on_h + on_s <= 4, "the boat sinks"
  }
}
void cross(bool captain) {
  if !captain { up(aboard) }
  else {
    if EARLY { up(m) }
    if WAIT {
      for k in 1..3 { down(aboard) }
    }
    atomic {
      print "rows"
      assert on_h + on_s == 4, "rows with empty seats"
      assert on_h % 2 == 0, "three against one"
      on_h := 0
      on_s := 0
    }
    if !EARLY { up(m) }
  }
}
Thread(i in 1..HACKERS) Hacker {
  down(m)
  hackers += 1
  bool captain = complete(hackers, serfs, call_hacker, call_serf)
  down(call_hacker)
  board(on_h)
  cross(captain)
}
Thread(i in 1..SERFS) Serf {
  down(m)
  serfs += 1
  bool captain = complete(serfs, hackers, call_serf, call_hacker)
  down(call_serf)
  board(on_s)
  cross(captain)
}
finally { assert on_h + on_s == 0 }
