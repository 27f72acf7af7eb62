//! expect: diagnostic 4:14 `f` is not pure, and may not be called in an invariant
int x
int f() { x := 1; return x }
invariant i: f() == 1
Thread T { skip }
