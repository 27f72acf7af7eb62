// One step, whatever it touches.
//! expect: ok
//! expect naive: 2 executions
int x, y
Thread(i in 0..1) T { atomic { x := x + 1; y := y + x; for k in 1..3 { x := x + k } } }
finally { assert x == 14 && y == 9 }
