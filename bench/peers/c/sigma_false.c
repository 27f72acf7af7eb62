/* Main sets an index and starts a thread that marks the cell it reads there, n times. */
#include "dmc.h"
atomic_int mark[N], at;
static void *marker(void *a) { (void)a; int i = GET(at); SET(mark[i], 1); return NULL; }
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) { SET(at, i); START(t[i], marker, 0); }
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  return 0;
}
