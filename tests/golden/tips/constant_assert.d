//! expect: ok
// An assert of literals says nothing of the model; one of params may be meant.
param int N = 2
int x
Thread(i in 1..N) T { fetch_add(x, 1); assert 1 + 1 == 2; assert N > 0 }
finally { assert x == N; assert true }
