//! expect naive: deadlock
//! expect optimal: deadlock
//! expect lazy: deadlock
//! expect dc: deadlock
//! expect optimal: 2 executions
//! expect lazy: 2 executions + 3 blocked
//! expect dc: 2 executions + 2 blocked
// A receive inside an atomic block is a guard: it fails where nothing matches, and changes nothing.
message A(int v)
int x
Thread S { R ! A(1) }
Thread T { R ! A(2) }
Thread R {
  atomic { x := 1; receive { A(v) => { x := v } } }
  atomic { receive { A(v) when v == 2 => { x := 5 } } }
}
