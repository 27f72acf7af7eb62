//! expect: diagnostic 3:16 a pure function may not change shared `x`
int x
pure int f() { x := 1; return x }
Thread A { print f() }
