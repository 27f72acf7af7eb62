/* One writes x; N readers each read a cell of their own, then x. */
byte x, own[N];
proctype writer() { x = 42 }
proctype reader(byte me) { byte v; v = own[me]; v = x }
init { byte p; atomic { run writer(); for (p : 0 .. N - 1) { run reader(p) } } }
