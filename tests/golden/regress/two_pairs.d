//! expect naive: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect optimal: 4 executions
//! expect observers: 2 executions
// Two pairs that do not know of each other: a receive that took a message comes after its send.
message A(int v), B(), C(int v, pid who)
Thread T0 {
  receive {
    B() => { }
    after => { }
  }
}
Thread T1 { T0 ! B() }
Thread T2 {
  receive { after => { } }
  T2 ! A(2)
}
Thread T3 { T2 ! C(0, self) }
