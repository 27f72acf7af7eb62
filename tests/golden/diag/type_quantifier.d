//! expect: diagnostic 4:37 the body of forall, exists and count must be bool, but this is int
int[3] a
Thread A { a[0] := 1 }
finally { assert exists(i in 0..2 : a[i]) }
