// Functions with atomic blocks and awaits nest.
//! expect: ok
//! expect naive: 1 executions
import std.sync
sem s
int x, y
Thread T { atomic { x := 1; down(s); y := x } }
Thread U { assert x == 0; up(s) }
finally { assert y == 1 && s.n == 0 }
