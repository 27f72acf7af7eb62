//! expect naive: deadlock
//! expect optimal: deadlock
//! expect lazy: deadlock
//! expect dc: deadlock
//! expect optimal: 3 executions
//! expect lazy: 3 executions + 1 blocked
//! expect dc: 3 executions
// The child is stuck for good; its parent may crash at the join before or after the guard failed, and a crash reads what its
// thread waits for. Only one of the two orders is an execution of lazy.
int x
fault crash P <= 1
Thread() C { await x == 1 }
Thread P {
  pid c = spawn C()
  join c
}
