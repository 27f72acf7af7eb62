//! expect naive: ok
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect naive: 6 executions
//! expect optimal: 6 executions
//! expect observers: 6 executions
// Two atomic transfers over three accounts share one of them; an auditor reads all three at once.
int[3] acc = [1, 1, 1]
Thread A { atomic { acc[0] := acc[0] - 1; acc[1] := acc[1] + 1 } }
Thread B { atomic { acc[1] := acc[1] - 1; acc[2] := acc[2] + 1 } }
Thread Auditor { assert sum3() == 3 }
int sum3() {
  int s = 0
  atomic { s := acc[0] + acc[1] + acc[2] }
  return s
}
