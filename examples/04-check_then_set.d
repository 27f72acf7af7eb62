//! expect: violation
//! expect -D BY=Swap: ok
//! expect -D BY=Cas: ok
//! expect naive: violation
//! expect optimal: violation
//! expect optimal -D BY=Swap: 4 executions
//! expect dc -D BY=Cas: ok
//! expect stateful:reach -D N=4 -D BY=Swap: ok
// 04. Check, then act.
//
// "If nobody is in the room, hang up the sign and go in." Between looking and hanging up the sign somebody else can look too, and
// both go in. This is the bug of "create the file unless it exists" and "book the seat if it is free" (time of check to time of
// use). `critical room` claims to be alone inside. The cure is to look and act in one step: swap, cas, or a lock.
//
// See: the trace; the second thread checks before the first one acts.
// Try: dmc 04-check_then_set.d -D BY=Swap
//      dmc 04-check_then_set.d --races=list    the accesses that can meet
// Exercise: whoever finds the room taken gives up here. Make them wait instead: does `await !taken` before the check help?
enum How { Check, Swap, Cas }
param int N = 2
param How BY = Check
bool taken
int served

Thread(i in 1..N) Guest {
  bool mine = false
  if BY == Check {
    if !taken {
      taken := true
      mine := true
    }
  } else if BY == Swap {
    mine := !swap(taken, true)
  } else {
    mine := cas(taken, false, true)
  }
  if mine {
    critical room { atomic { served := served + 1 } }
    taken := false
  }
}
finally { assert served >= 1, "nobody was let in" }
