//! expect naive: 12 executions
int x, y
Thread T { x := choose(1..3); y := choose(-1..2) }
finally { assert x >= 1 && x <= 3 && y >= -1 && y <= 2 }
