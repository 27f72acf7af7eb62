//! expect naive: ok
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect naive: 18 executions
//! expect optimal: 6 executions
//! expect observers: 3 executions
// Messages to a thread that has ended or failed are unread; the order of sends to it still is an order.
message M(int v)
Thread R { receive { M(v) => { skip } } }
Thread(i in 1..3) S { R ! M(i) }
