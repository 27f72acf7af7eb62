//! expect: diagnostic 4:14 P has no field `z`
record P { int x, int y }
P p
Thread A { p.z := 1 }
