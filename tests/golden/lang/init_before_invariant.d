// The invariant holds from the end of init on.
//! expect: ok
int x
init { x := 1 }
Thread T { x := 2 }
invariant positive: x > 0
