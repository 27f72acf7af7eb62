//! sync: turn
//! expect: deadlock
//! expect -D MORE=0: ok
//! expect -D MORE=0 --races=error: ok
//! expect naive: deadlock
//! expect optimal: 1 executions
//! expect observers: deadlock
//! expect dc -D MORE=0: ok
//! expect stateful: deadlock
// 10. Mutual exclusion, first attempt: taking turns.
//
// Whoever has the turn may enter and hands it over on leaving. Two threads are never inside together, but they must enter in strict
// alternation: when one has done its work and does not come back, the other waits for ever for a turn that nobody gives.
// (E. W. Dijkstra, Cooperating sequential processes, 1965, section 2.1, begins with this one.)
//
// See: the deadlock report; P[1] waits although nobody is inside.
// Try: dmc 10-turn_only.d -D MORE=0           both enter equally often, and all is well
//      dmc 10-turn_only.d --algo optimal --all     how many orders are there? Who chooses between them?
// Exercise: with ROUNDS=2, MORE=-1 ends well and MORE=-2 does not. For which numbers does it end well, and who is left waiting?
param int ROUNDS = 1
param int MORE = 1  // P[1] enters so many times more than P[0]
int turn
int inside  // work that only one at a time may do

pure int rounds(int i) {
  if i == 1 { return ROUNDS + MORE }
  return ROUNDS
}

Thread(i in 0..1) P {
  for round in 1..rounds(i) {
    await turn == i
    critical cs { inside := inside + 1 }
    turn := 1 - i
  }
}
finally { assert inside == 2 * ROUNDS + MORE }
