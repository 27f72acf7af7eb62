//! expect naive: ok
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect naive: 7 executions
//! expect optimal: 4 executions
// A guarded atomic block that takes a lock: it is enabled while x is 1 and m is free.
int x
mutex m
Thread A { lock(m); x := 1; unlock(m) }
Thread B {
  atomic { await x == 1; lock(m); x := 2 }
  unlock(m)
}
Thread C { x := 1 }
