//! expect: diagnostic 3:10 this `{` is never closed
int x
Thread T { x := 1
Thread U { x := 2 }
