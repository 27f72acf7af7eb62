//! expect: diagnostic 4:14 R has no field `b`
record R { int a }
R r
Thread T { r.b := 1 }
