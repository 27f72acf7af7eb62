//! expect naive: ok
//! expect optimal: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal: 6 executions
//! expect lazy: 6 executions
//! expect dc: 6 executions
// At most one message comes twice: whoever asks first may have it.
message M(int v)
fault duplicate M <= 1
int a, b
Thread(i in 1..2) S { R ! M(i) }
Thread R {
  receive { M(v) => { a := v } }
  receive { M(v) => { b := v } }
}
