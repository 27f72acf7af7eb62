// Not inside an atomic block.
//! expect: ok
int x, y
Thread(i in 0..1) T { atomic { x := x + 1; y := y - 1 } }
invariant balanced: x + y == 0
