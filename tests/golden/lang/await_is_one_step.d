// x and y are never 1 together; a step by step test would get through.
//! expect: deadlock
int x, y
Thread A { x := 1; x := 0; y := 1 }
Thread B { await x == 1 && y == 1 }
