//! expect naive: ok
//! expect optimal: ok
//! expect observers: ok
//! expect optimal: 8 executions
//! expect observers: 10 executions + 7 blocked
// A daemon stuck in one branch: whether the other is open at the end depends on two writes, so it reads for both.
int x0 = 0
Thread T0 { x0 := 0 }
Thread T1 { x0 := x0 + 1 }
daemon Thread T2 {
  either { await x0 == 0 }
  or { receive { } }
}
finally { assert x0 != 2 }
