//! expect: ok
// Everything is used: a ref writes and reads, a condition of an await reads, a mutex needs no reader.
int x, y
bool go
set<int> s
mutex m
void bump(ref int v) { v := v + 1 }
Thread A { lock(m); bump(x); unlock(m); go := true }
Thread B { await go; lock(m); add(s, 1); unlock(m) }
Thread C { if contains(s, 1) { fetch_add(y, 1) } }
invariant small: y < 2
