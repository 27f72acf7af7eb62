//! expect: ok
//! expect -D BARRIER=false: violation
//! expect -D EARLY=true: violation
//! expect -D HACKERS=3 -D SERFS=1: deadlock
//! expect stateful:reach: ok
//! expect optimal -D BARRIER=false: violation
import std.sync
param int HACKERS = 2
param int SERFS = 2
param bool BARRIER = true
param bool EARLY = false
sem m = sem(1)
sem call_hacker, call_serf
int hackers, serfs  // waiting, and not called yet
barrier four
int on_h, on_s  // on board
init { four.parties := 4 }

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
    mine += 1
    assert on_h + on_s <= 4, "the boat sinks"
  }
}
void cross(bool captain) {
  if EARLY && captain { up(m) }
  if BARRIER { arrive_and_wait(four) }
  if captain {
    atomic {
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
