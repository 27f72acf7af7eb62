/* As examples/papers/stateful/lz.d: a read and a write for each writer, one read for each place the reader looks at. What is not
 * needed any more is cleared with the last use of it, as dmc does. */
#ifndef N
#define N 5
#endif
byte a[N + 1];
active [N] proctype writer() {
  byte t;
  t = a[_pid];
  d_step { a[_pid + 1] = t + 1; t = 0 };
end:
  false
}
active proctype reader() {
  byte i = N;
  do
  :: d_step { a[i] != 0 -> i-- }
  :: d_step { a[i] == 0 -> i = 0 }; break
  od;
end:
  false
}
