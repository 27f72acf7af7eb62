//! expect naive: ok
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect naive: 12 executions
//! expect optimal: 8 executions
//! expect observers: 7 executions
// Two polls, two senders.
message M(int v)
Thread(i in 1..2) S { R ! M(i) }
Thread R {
  for k in 1..2 {
    receive { M(v) => { skip } after => { skip } }
  }
}
