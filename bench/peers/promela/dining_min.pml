/* Philosophers with nothing but the four lock operations as steps. Can deadlock. */
bool taken[N];
#define TAKE(f) atomic { !taken[f] -> taken[f] = true }
proctype philosopher(byte me, next) {
  byte meal;
eat:
  TAKE(me);
  TAKE(next);
  taken[next] = false;
  d_step { taken[me] = false; meal++ };
  if :: meal < R -> goto eat :: else fi
}
init { byte p; atomic { for (p : 0 .. N - 1) { run philosopher(p, (p + 1) % N) } } }
