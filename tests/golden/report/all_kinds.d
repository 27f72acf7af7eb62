//! options: --all
//! expect: violation, deadlock, error, cover
// Several kinds of findings, grouped.
int x, y
int[3] a
Thread A { x := choose(0..3); if x == 1 { assert y == 2, "one" }  if x == 2 { await y == 5 }  a[x] := 1 }
Thread B { y := 1 }
cover never: y == 7
