//! expect: diagnostic 3:14 this array has no elements: this fails with R0002 when it runs
int[0] a
Thread A { a[0] := 1 }
