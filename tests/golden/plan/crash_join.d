//! expect naive: violation
//! expect optimal: violation
//! expect lazy: violation
//! expect dc: violation
//! expect optimal: 6 executions
//! expect lazy: 6 executions
//! expect dc: 6 executions
// join sees the end of a crashed thread as well.
int x
fault crash T <= 1
Thread() T { x := 1; x := 2 }
Thread Main {
  pid t = spawn T()
  join t
  assert x == 2
}
Thread R { int h = x }
