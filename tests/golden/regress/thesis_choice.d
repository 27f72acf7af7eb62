//! expect naive: ok
//! expect naive: 3 executions
//! expect optimal: 3 executions
//! expect lazy:thesis: incomplete
// Found against the judge: where only one branch is open the step looks like any other. lazy:thesis, which knows no choices, took
// it for one and said ok.
int x

Thread A {
  atomic {
    either { x := 1 } or { await x == 2; x := 3 }
  }
}

Thread B { x := 2 }
