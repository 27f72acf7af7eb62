/* As bench/philosophers.d: nothing but the four lock operations are steps. A philosopher who is done waits at a
 * valid end instead of dying, since the death of a process would be a step that dmc does not have. */
#ifndef N
#define N 5
#endif
#define TAKE(f) atomic { !taken[f] -> taken[f] = true }
#define PUT(f)  taken[f] = false
bool taken[N];
active [N] proctype philosopher() {
  TAKE(_pid);
  TAKE((_pid + 1) % N);
  PUT((_pid + 1) % N);
  PUT(_pid);
end:
  false
}
