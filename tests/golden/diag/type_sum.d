//! expect: diagnostic 4:34 the body of sum must be int, but this is bool
int[3] a
Thread A { a[0] := 1 }
finally { assert sum(i in 0..2 : a[i] == 1) == 1 }
