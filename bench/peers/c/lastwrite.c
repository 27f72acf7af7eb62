/* n threads write x; main joins them, then reads it. */
#include "dmc.h"
atomic_int x;
static void *writer(void *a) { SET(x, ARG(a)); return NULL; }
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) START(t[i], writer, i + 1);
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  (void)GET(x);
  return 0;
}
