//! expect: violation positive
int x
Thread T { x := 1 }
invariant positive: x > 0
