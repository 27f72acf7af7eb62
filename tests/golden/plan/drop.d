//! expect naive: ok
//! expect optimal: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal: 9 executions
//! expect lazy: 9 executions
//! expect dc: 8 executions
// Each of two messages may be lost: the receiver takes what is there, or gives up.
message M(int v)
fault drop M
int got
Thread(i in 1..2) S { R ! M(i) }
Thread R {
  receive { M(v) => { got := v } after => { got := -1 } }
}
