//! expect: diagnostic 2:23 field `x` is declared twice
message P(int x, bool x)
Thread A { skip }
