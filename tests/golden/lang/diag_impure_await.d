//! expect: diagnostic 4:18 `f` is not pure, and may not be called in await
int x
int f() { x := 1; return x }
Thread T { await f() == 1 }
