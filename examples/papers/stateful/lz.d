//! expect stateful:reach: ok
//! expect optimal: 64 executions
//! expect lazy: 64 executions
//! expect dc: 64 executions
// lz N: lastzero. N threads set a[j] := a[j-1] + 1, one looks for the last zero from the right.
// Abdulla et al., POPL 2014; "lz" in table 1 of
// Herbreteau, Larroze-Jardiné, Point, Walukiewicz, Revisiting Stateful Partial-Order Reduction, 2024.
// Assumed: the size is the number of writers, so the paper's lz 12 has 13 clients. (N+3) * 2^(N-2) classes.
// The writers come from the right, which gives the smallest graphs.
param int N = 5
int[N + 1] a

Thread Reader {
  for k in 0..N {
    if a[N - k] == 0 { exit }
  }
}

Thread(k in 0..N-1) Writer {
  int j = N - k
  a[j] := a[j - 1] + 1
}
