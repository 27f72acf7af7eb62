/* N philosophers, R meals: left fork, right fork, mark that one eats, unmark, forks back. Can deadlock. */
bool taken[N];
byte eats[N];
#define TAKE(f) atomic { !taken[f] -> taken[f] = true }
proctype philosopher(byte me) {
  byte meal, next = (me + 1) % N;
  for (meal : 1 .. R) {
    TAKE(me);
    TAKE(next);
    eats[me] = 1;
    eats[me] = 0;
    taken[next] = false;
    taken[me] = false
  }
}
init { byte p; atomic { for (p : 0 .. N - 1) { run philosopher(p) } } }
