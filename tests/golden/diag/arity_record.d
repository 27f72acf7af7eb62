//! expect: diagnostic 4:17 `P` takes 1 argument, not 2
record P { int x }
P p
Thread A { p := P(1, 2) }
