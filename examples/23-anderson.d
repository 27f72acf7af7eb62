//! sync: go
//! expect: ok
//! expect -D SLOTS=2: violation cs, deadlock
//! expect -D NO_RESET=true: violation cs
//! expect -D SLOTS=5: ok
//! expect --races=error: ok
//! expect naive -D N=2: ok
//! expect optimal -D ROUNDS=1: 6 executions
//! expect dc -D NO_RESET=true: violation cs
//! expect observers -D SLOTS=2: violation cs, deadlock
//! expect stateful: ok
// 23. Anderson's array lock.
//
// In the ticket lock all wait for one variable, and each change of it is news to everybody. Here each waits for a slot of its own in a
// ring; whoever leaves opens the next slot, and one thread hears of it. (T. Anderson, IEEE TPDS 1990; Herlihy and Shavit, 7.5.1;
// there the slots are spread so that no two share a cache line.) The ring must have a slot for each thread: with SLOTS=2 and
// three threads two can wait at the same slot and enter together. NO_RESET leaves the slot open behind it, for the next round.
//
// See: dmc 23-anderson.d -D SLOTS=2 --bfs      at which step does the third thread reach the slot of the first?
//      dmc 23-anderson.d -D NO_RESET=true -D N=2
// Try: dmc 23-anderson.d -D N=4 -D SLOTS=4
// Exercise: the slot is shut after the waiting. Could it be shut on leaving instead, before the next one is opened? And after it?
param int N = 3
param int ROUNDS = 2
param int SLOTS = N
param bool NO_RESET = false
bool[SLOTS] go
int tail
int inside
init { go[0] := true }

Thread(i in 1..N) P {
  for round in 1..ROUNDS {
    int mine
    atomic {
      mine := tail
      tail := (tail + 1) % SLOTS
    }
    await go[mine]
    if !NO_RESET { go[mine] := false }
    critical cs { inside := inside + 1 }
    go[(mine + 1) % SLOTS] := true
  }
}
finally { assert inside == N * ROUNDS }
