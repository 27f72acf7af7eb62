//! expect naive: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect optimal: 5 executions
//! expect observers: 4 executions + 2 blocked
// A guard over two objects: x0 and x1 are written independently of each other, and only without one of them is it open.
int x0 = 0
int x1 = 0
int x2 = 1
Thread T0 { atomic { if x1 == 0 { await x0 == 0 } x2 := 1 } }
Thread T1 { x0 := x0 + 1 }
Thread T2 {
  atomic { if x0 < 0 { await x2 == 2 } x2 := 2 }
  x1 -= 2
}
