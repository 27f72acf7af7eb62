//! expect: ok
//! expect naive: 3 executions
// A branch that begins with something that can wait is there only while that can go on; choice and wait are one step.
// T first: only `skip`. A first: both.
int x, y
Thread A { y := 1 }
Thread T {
  either { await y == 1; assert y == 1 }
  or { skip }
}
