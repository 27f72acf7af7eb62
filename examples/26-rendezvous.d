//! expect: ok
//! expect -D WAIT_FIRST=true: deadlock
//! expect -D ONE_SIDED=true: violation
//! expect naive: 36 executions
//! expect optimal: 1 executions
//! expect optimal -D WAIT_FIRST=true: deadlock
//! expect dc -D ONE_SIDED=true: violation
//! expect stateful:reach: ok
// 26. Rendezvous: two threads meet, and neither goes on before the other has arrived. (Downey, The Little Book of
// Semaphores, chapter 3.) A semaphore is a number: down takes one and waits while there is none, up gives one.
// See: `dmc 26-rendezvous.d --algo naive` runs all 36 orders of the steps; `--algo optimal` needs one execution, since no two of
// them differ in anything that matters.
// Try: `dmc 26-rendezvous.d -D WAIT_FIRST=true`: each waits before it gives, and the report shows who waits for whom.
// `-D ONE_SIDED=true`: Friend[0] forgets to wait, and sometimes goes on alone.
// Exercise: only one of the two may wait before it gives. Why does that work, and what does it cost?
import std.sync
param bool WAIT_FIRST = false
param bool ONE_SIDED = false
sem[2] arrived  // arrived[i] is 1 when Friend[i] has arrived and nobody has noticed
bool[2] here
Thread(i in 0..1) Friend {
  here[i] := true
  if WAIT_FIRST {
    down(arrived[1 - i])
    up(arrived[i])
  } else {
    up(arrived[i])
    if !(ONE_SIDED && i == 0) { down(arrived[1 - i]) }
  }
  assert here[1 - i], "went on alone"
}
