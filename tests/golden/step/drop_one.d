//! expect naive: deadlock
//! expect stateful:reach: deadlock
//! expect dpor: deadlock
//! expect source: deadlock
//! expect optimal: deadlock
//! expect observers: deadlock
//! expect naive: 10 executions
//! expect optimal: 6 executions
//! expect observers: 6 executions
// At most one message is lost; the receiver waits for two.
message M(int v)
fault drop M <= 1
Thread(i in 1..2) S { R ! M(i) }
Thread R {
  receive { M(_) => { } }
  receive { M(_) => { } }
}
