//! expect: diagnostic 4:17 `R` takes 2 arguments, not 1
record R { int a, int b }
R r
Thread T { r := R(1) }
