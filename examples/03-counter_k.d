//! expect: ok
//! expect -D LOW=3: violation
//! expect -D K=1: violation
//! expect -D K=1 -D LOW=1: ok
//! expect -D K=10 -D LOW=3: violation
//! expect naive: 924 executions
//! expect dc: 192 executions
//! expect stateful: ok
// 03. How much can be lost?
//
// Two threads add one to x, K times each. Nothing protects x. One would guess that x ends between K and 2 * K. It can end with
// 2, for every K of 2 or more: one thread sleeps on an old value nearly for the whole time, twice in turn.
// (M. Ben-Ari, Principles of Concurrent and Distributed Programming, chapter 2.)
//
// See: dmc 03-counter_k.d -D LOW=3 --bfs    the shortest run that ends with 2: find the two writes that undo the others' work
// Try: dmc 03-counter_k.d -D K=10           still never less than 2
//      dmc 03-counter_k.d -D K=1            with one addition each it can be 1
// Exercise: why not 1 when K is 2 or more? Look at the last write of all, and at what its thread had read. And three threads?
param int K = 3
param int LOW = 2
int x

Thread(tid in 1..2) Inc {
  for k in 1..K { x := x + 1 }
}
finally { assert x >= LOW && x <= 2 * K, "x ended outside the range that was claimed" }
