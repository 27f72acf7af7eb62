//! expect: diagnostic 3:14 an index must be int, but this is bool
int[2] a
Thread A { a[true] := 1 }
