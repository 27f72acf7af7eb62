//! expect naive: ok
//! expect naive: 19 executions
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal: 3 executions
//! expect lazy: 3 executions
//! expect observers: 3 executions
//! expect dc: 3 executions
//! expect lazy:thesis: incomplete
//! expect dc:paper: 3 executions
// Metzler, Lazy POR, thesis TU Darmstadt 2014, listing 4.2: global branching, where the published algorithm diverges.
// A test of y that is swapped with the write takes the other branch; the plan made for the first branch cannot be
// followed to its end, and the same plan is made again. It ends, incomplete, because states are remembered (4.4).
// Classes: 3, the write of y before, between and after the two reads; also with observers and by reads-from.
int x, y, z

Thread A {
  if x == 0 { y := 1 }
  _ := x
}

Thread B {
  if y == 0 { z := 1 }
  _ := y
}
