//! expect naive: ok
//! expect optimal: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal: 16 executions
//! expect lazy: 16 executions + 8 blocked
//! expect dc: 4 executions + 8 blocked
// Every branch waits: for a value, a lock, a message. With failing guards a branch that is not open ends its thread, and the
// run counts as blocked while another branch is. Which branches were open is told apart by optimal and lazy.
int a
mutex m
message Go()
int took
Thread W {
  a := 1
  lock(m)
  unlock(m)
}
Thread S { E ! Go() }
Thread E {
  either { await a == 1; took := 1 }
  or { lock(m); took := 2; unlock(m) }
  or { receive { Go() => { took := 3 } } }
}
