//! expect naive: ok
//! expect optimal: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal: 8 executions
//! expect lazy: 8 executions
//! expect dc: 8 executions
// Every message may come twice: the copies are taken one after the other.
message M(int v)
fault duplicate M
int a, b
Thread(i in 1..2) S { R ! M(i) }
Thread R {
  receive { M(v) => { a := v } }
  receive { M(v) => { b := v } }
}
