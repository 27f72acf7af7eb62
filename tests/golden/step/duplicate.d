//! expect naive: ok
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect naive: 14 executions
//! expect optimal: 6 executions
// A message may come twice: then the receiver does not see the other one.
message M(int v)
fault duplicate M <= 1
Thread(i in 1..2) S { R ! M(i) }
Thread R {
  receive { M(v) => { skip } }
  receive { M(v) => { skip } }
}
