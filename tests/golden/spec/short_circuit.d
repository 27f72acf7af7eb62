//! expect naive: 2 executions
// && and || stop early: no division by zero, and no read of y.
int x, y
Thread A {
  if x != 0 && 10 / y > 1 { assert false }
}
Thread B { y := 1 }
