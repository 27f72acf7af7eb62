//! expect: ok
//! expect -D IN_ORDER=true: violation
//! expect naive: 44 executions
//! expect optimal: 6 executions
//! expect observers: 3 executions
//! expect dc: 3 executions
//! expect stateful:reach -D IN_ORDER=true: violation
// 57. Who writes last.
//
// Main starts N threads that all write x, waits for all of them, and reads x once. The value is that of the last write; which
// one that is nobody knows, for the order in which threads are started says nothing about when they write (IN_ORDER believes
// that it does). `optimal` runs one execution for each order of the writes, N! of them. `observers` and `dc` run N: for the
// one read only the last write matters, not the order of those before it.
// (Aronis, Jonsson, Lang, Sagonas, Optimal dynamic partial order reduction with observers, TACAS 2018.)
//
// See: dmc 57-lastwrite.d -D IN_ORDER=true
// Try: dmc 57-lastwrite.d -D N=50 --algo dc           50 executions, where 50! orders are
// Exercise: let main read x a second time, before the joins. How do the three counts grow with N, and why?
param int N = 3
param bool IN_ORDER = false
int x

Thread(int i) Writer { x := i }

Thread Main {
  pid[N] writer
  for i in 1..N { writer[i - 1] := spawn Writer(i) }
  for i in 1..N { join writer[i - 1] }
  int last = x
  assert last >= 1 && last <= N
  assert !IN_ORDER || last == N, "who was started last did not write last"
}
