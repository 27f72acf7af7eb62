// init is one step before any thread, and what a thread computes at its start comes after it.
//! expect: ok
//! expect naive: 2 executions
int x
int[3] a
init { for i in 0..2 { a[i] := i * i }  x := choose(1..2) }
Thread T { assert a[2] == 4 && x >= 1 }
invariant started: x == 0 || a[1] == 1
