//! expect: diagnostic 2:8 `R` is defined in terms of itself
record R { int a, R r }
R x
Thread T { skip }
