//! sync: flag, turn
//! expect: ok
//! expect -D TURN_LAST=false: ok
//! expect -D ONCE=true: violation cs
//! expect --progress=fair: ok
//! expect --progress: violation progress
//! expect --races=error: ok
//! expect naive -D ROUNDS=1 --loop 1: incomplete
//! expect stateful:reach: ok
//! expect stateful -D ONCE=true: violation cs
// 15. Peterson's algorithm, as a processor runs it.
//
// A processor cannot look at two variables in one step: the loop reads the flag, then the turn, and again. Between the two reads the
// other thread may do anything, and yet the algorithm is right, in either order of the reads (TURN_LAST=false: turn first). ONCE
// looks once and goes in. The waiting now has steps, so there are runs without end: with --progress dmc finds the one in which
// the other thread never gets the processor; with --progress=fair, where everybody gets it again and again, there is none.
//
// See: dmc 15-peterson_spin.d --progress -D ROUNDS=1      a way to a cycle, then the cycle
// Try: dmc 15-peterson_spin.d -D ROUNDS=1 --algo naive --loop 1   runs have no end here, so they must be cut; states have
// Exercise: write the loop with `await` for the flag and then a test of the turn. Is that the same?
param int ROUNDS = 2
param bool TURN_LAST = true
param bool ONCE = false
bool[2] flag
int turn
int inside

Thread(i in 0..1) P {
  for round in 1..ROUNDS {
    flag[i] := true
    turn := 1 - i
    bool wait = true
    while wait {
      if TURN_LAST {
        wait := flag[1 - i] && turn == 1 - i
      } else {
        wait := turn == 1 - i && flag[1 - i]
      }
      if ONCE { wait := false }
    }
    critical cs { inside := inside + 1 }
    flag[i] := false
  }
}
finally { assert inside == 2 * ROUNDS }
