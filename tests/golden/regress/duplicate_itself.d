//! expect naive: ok
//! expect dc: ok
//! expect optimal: 6 executions
//! expect dc: 6 executions
// The same where one of the two sends is the receiver's own, and comes first.
message B()
int x
Thread R {
  R ! B()
  receive { B() => { x := 1 } }
}
Thread S { R ! B() }
fault duplicate B <= 1
