// A run-time error inside an invariant counts as a violation of it.
//! expect: violation fits
int i
int[2] a
Thread T { i := 2 }
invariant fits: a[i] == 0
