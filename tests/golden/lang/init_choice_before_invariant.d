//! expect: ok
int x
init { x := choose(1..3) }
Thread T { x := 2 }
invariant positive: x > 0
