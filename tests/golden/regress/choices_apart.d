//! expect naive: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect optimal: 18 executions
//! expect observers: 18 executions
// Two choices in a row: all pairs are different.
int x1 = 1
Thread T1 { x1 := 0 }
Thread T0 {
  int h = choose(0..2)
  h := h * 5 + choose(0..2)
  if cas(x1, 1, h) { }
}
