//! expect: ok
//! expect -D HOW=naive: deadlock
//! expect -D HOW=together: ok
//! expect -D GUARDED=false: deadlock
//! expect naive -D HOW=naive: deadlock
//! expect optimal -D HOW=together: ok
//! expect dc -D HOW=together: ok
//! expect stateful: ok
// 38. The cigarette smokers (Patil, 1971). A cigarette takes tobacco, paper and a match. Each of three smokers has plenty of
// one of them; an agent puts the other two on the table, one after the other, and waits until somebody has smoked. The agent
// may not be changed: he is the operating system, the smokers are programs that need two resources each.
// See: `dmc 38-smokers.d -D HOW=naive`: everyone takes his first thing as soon as it is there, and the one who
// could smoke finds it gone.
// Patil: with down on one semaphore at a time and no tests it cannot be done, so one needs a down of several at once
// (`-D HOW=together`). Parnas, CACM 1975: with pushers it can. A pusher for each thing takes it from the table, notes
// that it was there, and whoever finds another thing noted already knows which smoker to call.
// Try: `-D GUARDED=false`: two pushers without the mutex each miss what the other one notes.
// Exercise: let the agent go on without waiting for `done`. The notes become counts; why?
import std.sync
enum How { pushers, naive, together }
param How HOW = pushers
param bool GUARDED = true
param int ROUNDS = 2
sem[3] table  // tobacco, paper, matches
sem[3] call
sem done
mutex m
bool[3] noted
int lacking  // the agent's last choice, for the assertion only

Thread Agent {
  for r in 1..ROUNDS {
    int k = choose(0..2)
    lacking := k
    up(table[(k + 1) % 3])
    up(table[(k + 2) % 3])
    down(done)
  }
}
daemon Thread(t in 0..2) Pusher {
  if HOW != pushers { exit }
  loop {
    down(table[t])
    if GUARDED { lock(m) }
    if noted[(t + 1) % 3] {
      noted[(t + 1) % 3] := false
      up(call[(t + 2) % 3])
    } else if noted[(t + 2) % 3] {
      noted[(t + 2) % 3] := false
      up(call[(t + 1) % 3])
    } else { noted[t] := true }
    if GUARDED { unlock(m) }
  }
}
daemon Thread(k in 0..2) Smoker {
  loop {
    if HOW == pushers { down(call[k]) }
    else if HOW == naive {
      down(table[(k + 1) % 3])
      down(table[(k + 2) % 3])
    } else { atomic { down(table[(k + 1) % 3]); down(table[(k + 2) % 3]) } }
    critical smoking { assert lacking == k, "the wrong one smokes" }
    up(done)
  }
}
