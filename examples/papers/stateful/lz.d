//! expect stateful:reach: ok
//! expect optimal: 64 executions
//! expect lazy: 64 executions
//! expect dc: 64 executions
// lz N: lastzero. N threads set a[j] := a[j-1] + 1, one looks for the last zero from the right.
// Abdulla et al., POPL 2014; "lz" in table 1 of
// Herbreteau, Larroze-Jardiné, Point, Walukiewicz, Revisiting Stateful Partial-Order Reduction, 2024.
// Assumed: the size is the number of writers, so the paper's lz 12 has 13 clients; the search ends at a[0] at the latest, so `for`
// rather than `while`, which the reduced searches would have to take for endless. (N+3) * 2^(N-2) classes.
param int N = 5
int[N + 1] a

Thread(j in 1..N) Writer { a[j] := a[j - 1] + 1 }

Thread Reader {
  for k in 0..N {
    if a[N - k] == 0 { break }
  }
}
