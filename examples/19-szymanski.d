//! sync: flag
//! expect: ok
//! expect --races=error: ok
//! expect -D NO_ENTRY_ORDER=true: violation cs, deadlock
//! expect -D NO_EXIT_WAIT=true: violation cs, deadlock
//! expect -D N=2 -D ROUNDS=2: ok
//! expect optimal -D N=2: ok
//! expect optimal -D N=2 -D NO_ENTRY_ORDER=true: violation cs, deadlock
//! expect dc -D N=2: ok
//! expect stateful -D ROUNDS=2: ok
// 19. Szymanski's waiting room.
//
// One flag a thread with five values: 0 outside, 1 wants in, 2 waits for others to come into the waiting room, 3 in the door of the
// waiting room, 4 in the room with the door shut. Who finds nobody else coming shuts the door; those inside are
// served by index, and the last one opens the door again. So nobody is overtaken more than once. The flags are read
// one after the other. (B. Szymanski, A simple solution to Lamport's concurrent programming problem with linear wait, ICS 1988.)
//
// See: dmc 19-szymanski.d -D NO_ENTRY_ORDER=true --bfs    two in the room with the door shut, and both go on
//      dmc 19-szymanski.d -D NO_EXIT_WAIT=true --bfs      the door opens too early; somebody waits for a 4 that does not come
// Try: dmc 19-szymanski.d -D N=4
// Exercise: read the flags downwards in `any`. Is it still right? And if only one thread reads them downwards?
param int N = 3
param int ROUNDS = 1
param bool NO_ENTRY_ORDER = false
param bool NO_EXIT_WAIT = false
int[N] flag

bool anybody_wants() {
  for j in 0..N-1 {
    if flag[j] == 1 { return true }
  }
  return false
}

Thread(i in 0..N-1) P {
  for round in 1..ROUNDS {
    flag[i] := 1
    for j in 0..N-1 { await flag[j] < 3 }  // the door is open
    flag[i] := 3
    if anybody_wants() {
      flag[i] := 2
      await exists(j in 0..N-1 : flag[j] == 4)  // somebody has shut it
    }
    flag[i] := 4
    if !NO_ENTRY_ORDER {
      for j in 0..i-1 { await flag[j] < 2 }  // lower numbers first
    }
    critical cs { skip }
    if !NO_EXIT_WAIT {
      for j in i+1..N-1 { await flag[j] < 2 || flag[j] == 4 }  // all in the room know that the door is shut
    }
    flag[i] := 0
  }
}
