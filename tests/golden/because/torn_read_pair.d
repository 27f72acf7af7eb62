//! expect: violation
// The two halves are written one after the other, both in order; the reader meets the middle of two writes.
record pair { int a, int b }
pair p
Thread W { p.a := 1; p.b := 1 }
Thread R { int a = p.a; int b = p.b; assert a >= b, "b was written before a" }
