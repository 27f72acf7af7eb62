//! expect naive: deadlock
//! expect stateful:reach: deadlock
//! expect dpor: deadlock
//! expect source: deadlock
//! expect optimal: deadlock
//! expect observers: deadlock
//! expect naive: 25 executions
//! expect optimal: 3 executions
// At the end the guard reads c and b only, and yet it would have passed before a := 1.
int a, b
bool c = true
bool took
pure bool open() {
  if c { return a == 0 }
  return b == 0
}
Thread A { a := 1 }
Thread B { c := false; b := 1 }
Thread G { await open(); took := true }
