//! expect naive: 3 executions
// A branch that cannot wait is a choice of its own, always there.
int x
Thread T {
  either { x := 1 }
  or { x := 2 }
  or { skip }
}
