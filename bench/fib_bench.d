//! expect -D N=3: ok
//! expect naive -D N=3: 48620 executions
// Two threads add each other's number N times: i += j and j += i, each a read, a read and a write.
param int N = 5
int i = 1, j = 1
Thread T1 { for k in 1..N { int q = j; int p = i; i := p + q } }
Thread T2 { for k in 1..N { int p = i; int q = j; j := p + q } }
