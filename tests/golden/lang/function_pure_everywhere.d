// pure functions may stand in invariant, cover, await and when.
//! expect: ok
int x
message M(int v)
pure bool big(int v) { return v > 1 }
pure int total() { return x + 1 }
Thread T { x := 1; x := 2 }
Thread U { await big(x); V ! M(x) }
Thread V { receive { M(v) when big(v) => { skip } } }
invariant ok: total() <= 3
cover both: big(x)
