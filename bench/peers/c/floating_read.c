/* n threads write x; main reads it beside them. */
#include "dmc.h"
atomic_int x;
static void *writer(void *a) { SET(x, ARG(a)); return NULL; }
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) START(t[i], writer, i + 1);
  (void)GET(x);
  return 0;
}
