//! expect naive: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect optimal: 37 executions
//! expect observers: 8 executions + 46 blocked
// The order of two writes that only one branch notices.
int x0 = 1
Thread(i in 0..2) P {
  either {
    either { await x0 == 0 } or { }
  }
  or { atomic { x0 := 2 } }
}
