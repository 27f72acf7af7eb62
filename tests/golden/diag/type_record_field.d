//! expect: diagnostic 4:22 field `y` of `P` must be int, but this is pid
record P { int x, int y }
P p
Thread A { p := P(1, self) }
