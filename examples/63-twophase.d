//! options: --unread=off
//! expect: deadlock
//! expect -D IMPATIENT=true: violation agreement
//! expect -D CRASHES=0: ok
//! expect stateful:reach: deadlock
//! expect stateful:reach -D IMPATIENT=true: violation agreement
//! expect optimal -D CRASHES=0: ok
//! expect lazy -D CRASHES=0: ok
//! expect naive -D N=1: deadlock
//! expect naive -D N=1 -D CRASHES=0: ok
// 63. Two-phase commit.
//
// A coordinator asks N resource managers whether they can commit. Whoever says yes is prepared: it can do either, and has given the
// decision away. If all said yes the coordinator decides to commit, else to abort, and tells them. (J. Gray, Notes on data base
// operating systems, 1978.) Nobody decides otherwise than the others, but a coordinator that crashes between the phases
// leaves the prepared ones waiting for ever: the protocol blocks. IMPATIENT ones abort by themselves then, while another one may
// have got the message. `after` stands for a timeout that fires only while no message is there.
//
// See: dmc 63-twophase.d                          what everybody waits for
//      dmc 63-twophase.d -D IMPATIENT=true
// Exercise: let a prepared manager ask the others (`message Ask(pid who), Know(bool commit)`). When does that help, and when not?
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
      after => { all := false }
    }
  }
  for i in 0..N-1 { RM[i] ! Decide(all) }
}

Thread(i in 0..N-1) RM {
  receive {
    Prepare() => {
      either {
        rm[i] := Prepared
        Coordinator ! Vote(true)
      } or {
        rm[i] := Aborted
        Coordinator ! Vote(false)
        exit
      }
    }
    after => {
      rm[i] := Aborted
      exit
    }
  }
  if IMPATIENT {
    receive {
      Decide(c) => { decide(i, c) }
      after => { rm[i] := Aborted }
    }
  } else {
    receive { Decide(c) => { decide(i, c) } }
  }
}

void decide(int i, bool c) {
  if c { rm[i] := Committed } else { rm[i] := Aborted }
}
invariant agreement: !exists(a in 0..N-1, b in 0..N-1 : rm[a] == Committed && rm[b] == Aborted)
cover commit: exists(a in 0..N-1 : rm[a] == Committed)
