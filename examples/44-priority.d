//! expect: ok
//! expect -D PROTOCOL=none: violation deadline
//! expect -D PROTOCOL=ceiling: ok
//! expect -D PROTOCOL=none -D WORK=0: ok
//! expect naive -D WORK=1: ok
//! expect optimal -D PROTOCOL=none: violation deadline
//! expect stateful -D PROTOCOL=ceiling: ok
//! expect stateful:reach -D PROTOCOL=none: violation deadline
// 44. Priority inversion, which reset the Mars Pathfinder again and again in 1997. One processor; of the threads that are ready
// the one with the highest priority runs. Low holds a lock that High needs, so High waits; Medium needs no lock, comes
// before Low, and so before High, for as long as it likes.
// See: `dmc 44-priority.d -D PROTOCOL=none`: High is delayed by longer than the lock is ever held. Steps of `runs` are what
// a thread does when it has the processor; `released` are interrupts, at any time.
// The cure (Sha, Rajkumar, Lehoczky, IEEE Trans. Computers 1990): the holder of a lock inherits the priority of who waits
// for it (the default), or has from the start the highest one of all that use the lock (`-D PROTOCOL=ceiling`).
// Both keep to the invariant: the delay is at most SECTION, the time one holds the lock.
// Try: `-D PROTOCOL=none -D WORK=0`: without Medium's work everything is fine, and so it was in the tests on the ground.
// Exercise: a second lock, and High and Low take the two in opposite orders. Which protocol prevents the deadlock, and why?
enum Protocol { none, inherit, ceiling }
param Protocol PROTOCOL = inherit
param int WORK = 3     // of Medium
param int SECTION = 2  // work with the lock held
const int LOW = 0
const int MEDIUM = 1
const int HIGH = 2
bool[3] ready
int[3] priority = [0, 1, 2]
bool held
int holder
bool blocked  // High waits for the lock
int delay     // work of others while High could use the processor, or waits for the lock

pure bool runs(int t) {
  return ready[t] && forall(j in 0..2 : !ready[j] || priority[j] <= priority[t])
}

void released(int t) { ready[t] := true }
void done(int t) {
  atomic { await runs(t); ready[t] := false; print "has done" }
}
void work(int t) {
  atomic {
    await runs(t)
    print "works"
    if t != HIGH && (ready[HIGH] || blocked) { delay += 1 }
  }
}
void acquire(int t) {
  bool wait = false
  atomic {
    await runs(t)
    print "asks for the lock"
    if held {
      wait := true
      blocked := true
      ready[t] := false
      if PROTOCOL == inherit { priority[holder] := max(priority[holder], priority[t]) }
    } else {
      held := true
      holder := t
      if PROTOCOL == ceiling { priority[t] := HIGH }
    }
  }
  if wait { await held && holder == t }
}
void release(int t) {
  atomic {
    await runs(t)
    print "gives the lock back"
    priority[t] := t
    held := blocked
    if blocked {
      blocked := false
      holder := HIGH
      ready[HIGH] := true
    }
  }
}
Thread Low {
  released(LOW)
  acquire(LOW)
  critical bus {
    for k in 1..SECTION { work(LOW) }
  }
  release(LOW)
  done(LOW)
}
Thread Medium {
  released(MEDIUM)
  for k in 1..WORK { work(MEDIUM) }
  done(MEDIUM)
}
Thread High {
  released(HIGH)
  acquire(HIGH)
  critical bus { work(HIGH) }
  release(HIGH)
  done(HIGH)
}
invariant deadline: delay <= SECTION
cover contended: blocked
