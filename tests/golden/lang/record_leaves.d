// Each leaf is a location: a reader between the two writes sees half of it.
//! expect: violation
record R { int a, int b }
R z
Thread W { z.a := 1; z.b := 1 }
Thread V { R t = z; assert t.a == t.b }
