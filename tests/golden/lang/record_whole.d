// Reading or writing a whole record is one event: never torn.
//! expect: ok
//! expect naive: 6 executions
record R { int a, int b }
R z
Thread W { z := R(1, 1); z := R(2, 2) }
Thread V { R t = z; assert t.a == t.b; t := z; assert t.a == t.b }
