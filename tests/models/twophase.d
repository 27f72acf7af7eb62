//! expect: deadlock
//! expect -D IMPATIENT=true: violation agreement
//! expect -D CRASHES=0: ok
//! expect stateful:reach: deadlock
//! expect stateful:reach -D IMPATIENT=true: violation agreement
//! expect stateful:reach -D CRASHES=0: ok
//! expect naive -D N=1: deadlock
//! expect naive -D N=1 -D CRASHES=0: ok
// 7. Two-phase commit with a coordinator that may crash. Patient participants then wait for ever; impatient ones can
// disagree. `cover` asks that a commit is possible at all.
param int N = 2
param int CRASHES = 1
param bool IMPATIENT = false
enum State { Working, Prepared, Committed, Aborted }
message Prepare(), Vote(bool yes), Decide(bool commit)
State[N] rm
fault crash Coordinator <= CRASHES
Thread Coordinator {
  bool all = true
  for i in 0..N-1 { RM[i] ! Prepare() }
  for i in 0..N-1 {
    receive {
      Vote(yes) => { all := all && yes }
      after     => { all := false }
    }
  }
  for i in 0..N-1 { RM[i] ! Decide(all) }
}
Thread(i in 0..N-1) RM {
  receive {
    Prepare() => {
      either { rm[i] := Prepared; Coordinator ! Vote(true) }
      or     { rm[i] := Aborted;  Coordinator ! Vote(false); exit }
    }
    after => { rm[i] := Aborted; exit }
  }
  if (IMPATIENT) { receive { Decide(c) => { decide(i, c) }  after => { rm[i] := Aborted } } }
  else           { receive { Decide(c) => { decide(i, c) } } }
}
void decide(int i, bool c) { if (c) { rm[i] := Committed } else { rm[i] := Aborted } }
invariant agreement: !exists(a in 0..N-1, b in 0..N-1 : rm[a] == Committed && rm[b] == Aborted)
cover commit: exists(a in 0..N-1 : rm[a] == Committed)
