/* N processes, R times: lock, read, write one more, unlock. Main waits for all and checks the sum. */
bool locked;
byte c, done;
proctype adder() {
  byte k, v;
  for (k : 1 .. R) {
    atomic { !locked -> locked = true };
    v = c;
    c = v + 1;
    locked = false
  }
  done++
}
init {
  byte p;
  atomic { for (p : 1 .. N) { run adder() } };
  done == N;
  assert(c == N * R)
}
