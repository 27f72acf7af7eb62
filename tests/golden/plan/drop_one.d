//! expect naive: deadlock
//! expect optimal: deadlock
//! expect lazy: deadlock
//! expect dc: deadlock
//! expect optimal: 6 executions
//! expect lazy: 6 executions
//! expect dc: 6 executions
// At most one message is lost; the receiver waits for two.
message M(int v)
fault drop M <= 1
Thread(i in 1..2) S { R ! M(i) }
Thread R {
  receive { M(_) => { } }
  receive { M(_) => { } }
}
