/* P producers put M items each into a buffer of K places, C consumers take P * M / C each. */
chan buf = [K] of { byte };
byte got;
proctype producer(byte p) { byte k; for (k : 1 .. M) { buf ! p * M + k } }
proctype consumer() { byte k, v; for (k : 1 .. (P * M / C)) { buf ? v; got++ } }
init {
  byte p;
  atomic { for (p : 0 .. P - 1) { run producer(p) } for (p : 1 .. C) { run consumer() } }
}
