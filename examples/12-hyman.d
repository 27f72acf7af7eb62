//! sync: flag, turn, control, k
//! expect: violation cs
//! expect -D KNUTH=true: ok
//! expect naive: violation cs
//! expect source: violation cs
//! expect observers: violation cs
//! expect dc: violation cs
//! expect stateful:reach -D KNUTH=true: ok
//! expect stateful -D KNUTH=true -D ROUNDS=3: ok
// 12. A published mistake.
//
// In 1966 H. Hyman printed a simplification of Dijkstra's algorithm for two computers (Comm. ACM 9(1), p. 45). It is wrong: P[1]
// can see that the other's flag is down and sleep just before it takes the turn; P[0], who has the turn, enters; P[1] wakes
// up, takes the turn and enters too. D. Knuth reported it in the same year and gave an algorithm that is right and in which
// nobody waits for ever (Comm. ACM 9(5), pp. 321-322): KNUTH=true is his, for two.
//
// See: dmc 12-hyman.d --bfs                  the shortest way to the mistake; who has the turn when?
// Try: dmc 12-hyman.d -D KNUTH=true
//      dmc 12-hyman.d -D KNUTH=true --progress=fair     nobody is kept out for ever
// Exercise: `turn` begins as 0. Which of the threads must begin for it to go wrong? Can it go wrong if only one enters twice?
param int ROUNDS = 1
param bool KNUTH = false
bool[2] flag
int turn
int[2] control  // 0: outside, 1: wants to enter, 2: tries to
int k

void enter_hyman(int i) {
  flag[i] := true
  while turn != i {
    await !flag[1 - i]
    turn := i
  }
}
void leave_hyman(int i) { flag[i] := false }

void enter_knuth(int i) {
  bool mine = false
  while !mine {
    control[i] := 1
    await k == i || control[1 - i] == 0
    control[i] := 2
    mine := control[1 - i] != 2
  }
  k := i
}
void leave_knuth(int i) {
  k := 1 - i
  control[i] := 0
}

Thread(i in 0..1) P {
  for round in 1..ROUNDS {
    if KNUTH { enter_knuth(i) } else { enter_hyman(i) }
    critical cs { skip }
    if KNUTH { leave_knuth(i) } else { leave_hyman(i) }
  }
}
