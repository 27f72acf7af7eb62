// Forward references are allowed everywhere.
//! expect: ok
Thread T { x := even(K); U ! M(x) }
Thread U { receive { M(v) => { assert v == 1 } } }
int even(int n) { if n == 0 { return 1 }  return odd(n - 1) }
int odd(int n) { if n == 0 { return 0 }  return even(n - 1) }
const int K = J + 1
const int J = 9
int x
message M(int v)
