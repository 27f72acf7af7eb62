//! expect stateful:reach: ok
//! expect optimal: 12 executions
//! expect dc: 6 executions
// qo N: N threads write a cell each, one counts in c, and a master clears the cell that c tells.
// Figure 1 of Coti, Petrucci, Rodríguez, Sousa, Quasi-optimal partial order reduction, FMSD 2021; "qo" in table 1 of
// Herbreteau, Larroze-Jardiné, Point, Walukiewicz, Revisiting Stateful Partial-Order Reduction, 2024.
// Assumed: c is written 0, 1, .. N-1 and is 0 at first. 2N + 2 classes. The threads come in the order that gives the smallest
// graphs: a search that takes the first of several good actions depends on it.
param int N = 5
int[N] x
int c

Thread Counter {
  for i in 0..N-1 { c := i }
}

Thread Master {
  int i = c
  x[i] := 0
}

Thread(i in 0..N-1) Writer { x[i] := 1 }
