//! expect naive: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect optimal: 23 executions
//! expect observers: 5 executions + 3 blocked
// A branch that waits for a message reads the mailbox also when another branch is taken.
int x1 = 1
message A(int v), C(int v, pid who)
Thread T0 {
  T1 ! A(1)
  _ := x1
}
Thread T1 {
  either { receive { A(1) => { } } }
  or {
    atomic { x1 := 0 }
    either { } or { receive { C(w, _) => { } } }
  }
}
Thread T2 { T1 ! C(1, self) }
