/* Lamport's fast mutual exclusion, n threads, each enters once; every wait is an assume of what is waited for. */
#include "dmc.h"
atomic_int b[N + 1], x, y, inside;
static void *worker(void *a) {
  int me = ARG(a);
  for (;;) {
    SET(b[me], 1);
    SET(x, me);
    if (GET(y) != 0) { SET(b[me], 0); __VERIFIER_assume(GET(y) == 0); continue; }
    SET(y, me);
    if (GET(x) == me) break;
    SET(b[me], 0);
    for (int j = 1; j <= N; j++) __VERIFIER_assume(GET(b[j]) == 0);
    if (GET(y) == me) break;
    __VERIFIER_assume(GET(y) == 0);
  }
  SET(inside, me);
  int who = GET(inside);
  assert(who == me);
  SET(y, 0);
  SET(b[me], 0);
  return NULL;
}
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) START(t[i], worker, i + 1);
  return 0;
}
