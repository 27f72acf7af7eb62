//! expect: diagnostic 3:15 choose may not stand in an invariant
int x
invariant ok: choose(bool) || x == 0
Thread A { x := 1 }
