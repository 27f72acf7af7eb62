/* One thread looks for the last zero, n threads set a cell to one more than its neighbour. -DSHARED: their index travels through a
 * cell that main rewrites before each start. */
#include "dmc.h"
atomic_int cell[N + 1], arg;
static void *reader(void *a) { (void)a; for (int i = N; GET(cell[i]) != 0; i--) ; return NULL; }
static void *writer(void *a) {
#ifdef SHARED
  (void)a;
  int j = GET(arg);
#else
  int j = ARG(a);
#endif
  int v = GET(cell[j - 1]);
  SET(cell[j], v + 1);
  return NULL;
}
int main(void) {
  pthread_t t[N + 1];
  START(t[0], reader, 0);
  for (int j = 1; j <= N; j++) {
#ifdef SHARED
    SET(arg, j);
#endif
    START(t[j], writer, j);
  }
  return 0;
}
