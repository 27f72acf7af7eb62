//! expect: diagnostic 3:11 a cover must be bool, but this is int
int x
cover ok: x
Thread A { x := 1 }
