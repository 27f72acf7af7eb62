//! expect: error
int[2] a
int i = 18446744073709551616
Thread T { a[i] := 1 }
