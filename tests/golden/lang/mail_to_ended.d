// A send to an ended thread is fine, and the two commute: one end state.
//! expect: ok
//! expect naive: 2 executions
//! expect stateful:reach: 1 executions
message A()
int x
Thread S { R ! A() }
Thread R { x := 1 }
