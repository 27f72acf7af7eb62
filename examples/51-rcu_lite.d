//! sync: phase, inside, current
//! expect: ok
//! expect -D WAIT=false: violation
//! expect -D FLIPS=1: violation
//! expect -D FLIPS=1 -D UPDATES=1: ok
//! expect -D LEAVE_EARLY=true: violation
//! expect -D FREE_FIRST=true: violation
//! expect naive -D WAIT=false: violation
//! expect optimal -D UPDATES=1: ok
//! expect optimal -D FLIPS=1: violation
//! expect lazy -D FREE_FIRST=true: violation
//! expect stateful: ok
// 51. Read-copy-update.
//
// Readers pay next to nothing: they say that they are inside, follow a pointer, and say that they have left. An updater puts a new version
// in place and may free the old one only when nobody can still have it: after a grace period, when everybody who was inside
// has been outside once. Newcomers do not matter, they find the new version; so that the updater need not wait for them, readers
// enter with the present phase and the updater turns it. WAIT=false has no grace period. FREE_FIRST waits and frees, and only then puts the
// new version in place. LEAVE_EARLY leaves before looking. FLIPS=1 turns the phase once only: a reader may have read the phase long ago and
// say so only now, and looks like a newcomer to the second update. So it is turned twice.
// (P. McKenney, J. Slingwine, 1998; M. Desnoyers and others, User-level implementations of RCU, IEEE TPDS 2012, section 5.)
//
// See: dmc 51-rcu_lite.d -D FLIPS=1 --bfs       when did the reader read the phase, and when did it say so?
// Try: dmc 51-rcu_lite.d -D READERS=2
// Exercise: without phases the updater could wait until each reader has been seen outside. Which reader would make it wait for ever?
param int READERS = 1
param int READS = 1
param int UPDATES = 2
param int FLIPS = 2
param bool WAIT = true
param bool FREE_FIRST = false
param bool LEAVE_EARLY = false
enum Where { Outside, Even, Odd }
Where phase = Even  // Even or Odd, turned by the updater alone
Where[READERS + 1] inside
int current  // the version that new readers find
bool[UPDATES + 1] freed

void grace() {
  for n in 1..FLIPS {
    Where old = phase
    if old == Even { phase := Odd } else { phase := Even }
    for r in 1..READERS { await inside[r] != old }
  }
}

void free(int version) {
  atomic { freed[version] := true }
}

Thread(r in 1..READERS) Reader {
  for n in 1..READS {
    inside[r] := phase
    int version = current
    if LEAVE_EARLY { inside[r] := Outside }
    bool gone = false
    atomic { gone := freed[version] }
    assert !gone, "looks at a version that was freed"
    if !LEAVE_EARLY { inside[r] := Outside }
  }
}

Thread Updater {
  for v in 1..UPDATES {
    if FREE_FIRST {
      grace()
      free(v - 1)
      current := v
    } else {
      current := v
      if WAIT { grace() }
      free(v - 1)
    }
  }
}
cover crossing: exists(r in 1..READERS : inside[r] != Outside && inside[r] != phase)
