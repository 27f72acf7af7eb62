//! expect: error
int[2] a
int i = 2
Thread T { a[i] := 1 }
