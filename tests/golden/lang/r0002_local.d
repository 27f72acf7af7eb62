//! expect: error
int i = 2
Thread T { int[2] a; int k = i; a[k] := 1 }
