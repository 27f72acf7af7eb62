//! sync: flag, turn
//! expect: ok
//! expect -D TURN_FIRST=true: violation cs
//! expect -D SELFISH=true: violation cs
//! expect -D ROUNDS=1 --progress=fair: ok
//! expect naive: ok
//! expect optimal -D ROUNDS=1: 4 executions
//! expect observers: ok
//! expect dc: ok
//! expect lazy -D TURN_FIRST=true: violation cs
//! expect stateful:reach -D SELFISH=true: violation cs
// 14. Peterson's algorithm.
//
// Dekker's idea in two lines: raise the flag, give the turn away, then wait while the other wants to enter and has the turn. Whoever
// writes `turn` last is the one who waits. (G. L. Peterson, Myths about the mutual exclusion problem, Inf. Proc. Letters
// 1981.) The order of the first two lines matters: with TURN_FIRST both can be inside. SELFISH takes the turn for itself.
// `await` looks at both variables in one step; 15 shows that this is not needed.
//
// See: dmc 14-peterson.d -D TURN_FIRST=true -D ROUNDS=1     compare it with the trace of 12
// Try: dmc 14-peterson.d --algo naive                       all interleavings; then --algo dc
// Exercise: a thread may crash outside the critical section: add `fault crash P <= 1`. Which line must be safe from it?
param int ROUNDS = 2
param bool TURN_FIRST = false
param bool SELFISH = false
bool[2] flag
int turn
Thread(i in 0..1) P {
  for round in 1..ROUNDS {
    if TURN_FIRST { turn := 1 - i }
    flag[i] := true
    if SELFISH { turn := i } else if !TURN_FIRST { turn := 1 - i }
    await !flag[1 - i] || turn == i
    critical cs { skip }
    flag[i] := false
  }
}
