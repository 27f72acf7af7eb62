//! options: --algo lazy --no-deadlock --races=off
//! expect: ok
// Guards that fail cost runs of their own in some searches.
int x, y
Thread(i in 1..3) W { x := i; y := i }
Thread(i in 1..2) R { await x == i; await y == i }
