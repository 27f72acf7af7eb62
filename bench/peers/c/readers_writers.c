/* n threads: one writes x, the others read it. */
#include "dmc.h"
atomic_int x;
static void *writer(void *a) { (void)a; SET(x, 1); return NULL; }
static void *reader(void *a) { (void)a; (void)GET(x); return NULL; }
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) START(t[i], i == 0 ? writer : reader, i);
  return 0;
}
