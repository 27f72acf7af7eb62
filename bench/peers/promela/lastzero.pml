/* N writers set a[j] = a[j - 1] + 1, a read and a write; one reader looks for the last zero from the right. */
byte a[N + 1];
proctype reader() { byte i = N; do :: a[i] != 0 -> i-- :: a[i] == 0 -> break od }
proctype writer(byte j) { byte v; v = a[j - 1]; a[j] = v + 1 }
init { byte j; atomic { run reader(); for (j : 1 .. N) { run writer(j) } } }
