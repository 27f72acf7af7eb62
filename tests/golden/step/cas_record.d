//! expect naive: ok
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect naive: 12 executions
//! expect optimal: 4 executions
//! expect observers: 4 executions
// A cas over two leaves against writes of single ones: what it touches depends on whether it succeeds.
record Pair { int a, int b }
Pair p
bool ok
Thread C { ok := cas(p, Pair(0, 0), Pair(1, 1)) }
Thread A { p.a := 2 }
Thread B { p.b := 2 }
