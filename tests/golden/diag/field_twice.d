//! expect: diagnostic 2:23 field `x` is declared twice
record P { int x, int x }
Thread A { skip }
