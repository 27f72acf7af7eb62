//! sync: flag, turn
//! expect: ok
//! expect --progress=fair: ok
//! expect -D NO_HANDOVER=true: deadlock
//! expect -D NO_TURN=true --progress=fair: violation progress
//! expect -D NO_WAY_BACK=true: violation cs, deadlock
//! expect --races=error: ok
//! expect naive -D ROUNDS=1 --loop 2: incomplete
//! expect stateful:reach: ok
//! expect stateful -D NO_HANDOVER=true: deadlock
// 13. Dekker's algorithm, the first that was right.
//
// Flags as in 11, and a turn that decides who steps back when both flags are up: flags keep the threads apart, the turn
// only settles quarrels. (T. J. Dekker; told by E. W. Dijkstra, Cooperating sequential processes, 1965, section 2.1.) Leave out
// something and it is one of the first attempts again. NO_HANDOVER: the turn is never given away, who stepped back waits for
// ever. NO_TURN: both step back, at the same time and for ever. NO_WAY_BACK: who stepped back does not raise its flag again.
//
// See: dmc 13-dekker.d -D NO_TURN=true --progress=fair     the polite threads of 11 again
//      dmc 13-dekker.d -D NO_WAY_BACK=true --bfs
// Try: dmc 13-dekker.d --progress             without fairness: somebody goes round while the other is never let
// Exercise: change the order of the last two lines (first lower the flag, then hand over the turn). Is it still right?
param int ROUNDS = 2
param bool NO_HANDOVER = false
param bool NO_TURN = false
param bool NO_WAY_BACK = false
bool[2] flag
int turn
int inside

Thread(i in 0..1) P {
  for round in 1..ROUNDS {
    flag[i] := true
    while flag[1 - i] {
      if NO_TURN || turn != i {
        flag[i] := false
        if !NO_TURN { await turn == i }
        if !NO_WAY_BACK { flag[i] := true }
      }
    }
    critical cs { inside := inside + 1 }
    if !NO_HANDOVER { turn := 1 - i }
    flag[i] := false
  }
}
finally { assert inside == 2 * ROUNDS }
