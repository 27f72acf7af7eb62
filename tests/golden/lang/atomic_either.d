// An either inside an atomic block is part of its one choice.
//! expect naive: 3 executions
//! expect: ok
int x, y
Thread T { atomic { either { x := 1 } or { await y == 1; x := 2 } or { x := choose(3..4) } } }
finally { assert x != 2 && x != 0 }
