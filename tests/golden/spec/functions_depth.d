//! expect -D D=250: ok
//! expect -D D=300: error
param int D = 250
int down(int n) { if n == 0 { return 0 }  return 1 + down(n - 1) }
Thread T { assert down(D) == D }
