//! expect: diagnostic 4:10 `f` is not pure, and may not be called in a cover
int x
int f() { return x }
cover c: f() == 1
Thread A { x := 1 }
