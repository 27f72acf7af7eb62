//! expect naive: ok
//! expect optimal: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal: 6 executions
//! expect lazy: 6 executions
//! expect dc: 3 executions
// A receive that gives up when nothing matches.
message A(int v), B()
int got
Thread S { R ! B(); R ! A(1) }
Thread T { R ! A(2) }
Thread R {
  receive { A(v) => { got := v } after => { got := 3 } }
}
