//! expect: diagnostic 3:14 index outside 0..1: this fails with R0002 when it runs
int[2] a
Thread A { a[2] := 1 }
