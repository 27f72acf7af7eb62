//! expect: diagnostic 4:18 `f` is not pure, and may not be called in await
int x
int f() { return x }
Thread A { await f() == 1 }
