//! expect: ok
param int N = 4
int[N] a
init { for i in 0..N - 1 { a[i] := i * i } }
Thread T { assert a[3] == 9 }
finally { assert sum(i in 0..N - 1 : a[i]) == 14 }
