//! expect naive: ok
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect naive: 6 executions
//! expect optimal: 2 executions
//! expect observers: 2 executions
// A receive that gives up when nothing matches: it depends on the sends it could have taken, and on no other.
message A(), B()
int got
Thread S { R ! B(); R ! A() }
Thread R {
  receive { A() => { got := 1 } after => { got := 2 } }
}
