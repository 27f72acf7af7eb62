//! expect: diagnostic 3:24 choose needs bool, a range a..b, or a set, but this is int
int x
Thread A { x := choose(x) }
