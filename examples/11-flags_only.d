//! sync: flag
//! expect: deadlock
//! expect -D ENTRY=LookThenRaise: violation cs
//! expect -D ENTRY=BackOff: ok
//! expect stateful:reach -D ENTRY=BackOff --progress=fair: violation progress
//! expect naive: deadlock
//! expect optimal: deadlock
//! expect dc -D ENTRY=LookThenRaise: violation cs
//! expect lazy -D ENTRY=LookThenRaise: violation cs
//! expect stateful: deadlock
// 11. Mutual exclusion, second attempt: flags.
//
// Each thread has a flag that says "I want to enter". Three ways to use them, and each is wrong in a way of its own. RaiseThenLook:
// raise the flag, then wait until the other one is down. Safe, but both may raise and wait: deadlock. LookThenRaise: both may look
// before either raises: both are inside. BackOff: raise, and lower the flag again while the other is up. Safe and without deadlock,
// but two polite threads can go on stepping back for ever: a livelock. (Dijkstra, 1965, section 2.1; Ben-Ari, chapter 3.)
//
// See: dmc 11-flags_only.d                        each waits for the other's flag
//      dmc 11-flags_only.d -D ENTRY=BackOff --progress=fair      a run that nobody ever ends, step by step
// Try: dmc 11-flags_only.d -D ENTRY=LookThenRaise
// Exercise: let P[1] raise and wait, and only P[0] back off. Is that safe? Is it fair? Put it in as a fourth Entry.
enum Entry { RaiseThenLook, LookThenRaise, BackOff }
param Entry ENTRY = RaiseThenLook
bool[2] flag

Thread(i in 0..1) P {
  if ENTRY == RaiseThenLook {
    flag[i] := true
    await !flag[1 - i]
  } else if ENTRY == LookThenRaise {
    await !flag[1 - i]
    flag[i] := true
  } else {
    flag[i] := true
    while flag[1 - i] {
      flag[i] := false
      flag[i] := true
    }
  }
  critical cs { skip }
  flag[i] := false
}
