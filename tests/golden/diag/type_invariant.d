//! expect: diagnostic 3:15 an invariant must be bool, but this is int
int x
invariant ok: x + 1
Thread A { x := 1 }
