//! sync: flag, turn, last
//! expect: violation cs
//! expect -D N=2: ok
//! expect -D TOURNAMENT=true: ok
//! expect naive: violation cs
//! expect optimal: violation cs
//! expect optimal -D N=2: 4 executions
//! expect dc: violation cs
//! expect dc -D TOURNAMENT=true: ok
//! expect stateful -D TOURNAMENT=true: ok
// 16. Peterson for three?
//
// In 14 whoever writes `turn` last waits. It is tempting to do the same with three: write your own number into `last`, then wait while
// somebody else's flag is up and the number is still yours. But one newcomer frees all who wait, not one of them: with
// three, two get in. With two threads it is Peterson's algorithm, and right. TOURNAMENT is a cure: P[0] and P[1] play a match of
// Peterson's for two, the winner plays against P[2] (G. L. Peterson, M. J. Fischer, STOC 1977). 17 is another.
//
// See: dmc 16-peterson3.d --bfs        the third thread overwrites `last` and sets the second one free
// Try: dmc 16-peterson3.d -D N=2
//      dmc 16-peterson3.d -D TOURNAMENT=true
// Exercise: a tournament of four: two matches and a final. Who may write flag[final], and in which order are the matches left?
param int N = 3
param bool TOURNAMENT = false
bool[N] flag
int last
bool[4] want  // the tournament: two places in match 0, two in match 1
int[2] turn

void enter_match(int match, int side) {
  want[2 * match + side] := true
  turn[match] := 1 - side
  await !want[2 * match + 1 - side] || turn[match] == side
}
void leave_match(int match, int side) { want[2 * match + side] := false }

Thread(i in 0..N-1) P {
  if TOURNAMENT {
    if i < 2 {
      enter_match(0, i)
      enter_match(1, 0)
    } else {
      enter_match(1, 1)
    }
  } else {
    flag[i] := true
    last := i
    await last != i || forall(j in 0..N-1 : j == i || !flag[j])
  }
  critical cs { skip }
  if TOURNAMENT {
    if i < 2 {
      leave_match(1, 0)
      leave_match(0, i)
    } else {
      leave_match(1, 1)
    }
  } else {
    flag[i] := false
  }
}
