// At most one of the three.
//! expect: ok
//! expect -D N=2: violation
param int N = 1
int done
fault crash T <= N
Thread(i in 1..3) T { atomic { done := done + 1 } }
finally { assert done >= 2 }
