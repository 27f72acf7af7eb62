//! expect naive: violation
//! expect stateful:reach: violation
//! expect dpor: violation
//! expect source: violation
//! expect optimal: violation
//! expect observers: violation
//! expect naive: 2 executions
//! expect optimal: 2 executions
// join sees the end of a crashed thread as well.
int x
fault crash T <= 1
Thread() T { x := 1 }
Thread Main {
  pid t = spawn T()
  join t
  assert x == 1
}
