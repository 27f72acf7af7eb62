//! expect naive: ok
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect naive: 91 executions
//! expect optimal: 16 executions
// All branches wait: for a value, a lock, a message. Which of them is open depends on the others.
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
