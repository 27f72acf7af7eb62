/* As examples/papers/stateful/dp.d with MEALS=1: two forks in either order, then the left one back, then the right one. Only the
 * four lock operations are steps. A philosopher who is done waits at a valid end instead of dying, as in philosophers.pml. */
#ifndef N
#define N 5
#endif
#define LEFT    _pid
#define RIGHT   ((_pid + 1) % N)
#define TAKE(f) atomic { !taken[f] -> taken[f] = true }
#define PUT(f)  taken[f] = false
bool taken[N];
active [N] proctype philosopher() {
  if
  :: TAKE(LEFT); TAKE(RIGHT)
  :: TAKE(RIGHT); TAKE(LEFT)
  fi;
  PUT(LEFT);
  PUT(RIGHT);
end:
  false
}
