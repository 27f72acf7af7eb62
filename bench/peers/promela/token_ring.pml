/* N processes hand a token round a ring of one-place channels, R times. */
chan c[N] = [1] of { byte };
byte holders;
proctype node(byte me) {
  byte k, v;
  for (k : 1 .. R) {
    c[me] ? v;
    holders++;
    assert(holders == 1);
    holders--;
    c[(me + 1) % N] ! v
  }
}
init { byte p; atomic { for (p : 0 .. N - 1) { run node(p) } c[0] ! 1 } }
