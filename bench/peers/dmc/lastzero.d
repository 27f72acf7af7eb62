//! expect: ok
// N writers set a[j] := a[j - 1] + 1, a read and a write; one reader looks for the last zero. As ../promela/lastzero.pml.
param int N = 4
int[N + 1] a
Thread Reader {
  int i = N
  while a[i] != 0 { i := i - 1 }
}
Thread(j in 1..N) Writer { a[j] := a[j - 1] + 1 }
