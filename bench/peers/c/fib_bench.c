/* Two threads, n times i = i + j and j = j + i, each two reads and a write; main reads both beside them. */
#include "dmc.h"
atomic_int i = 1, j = 1;
static void *left(void *a) { (void)a; for (int k = 0; k < N; k++) { int v = GET(i); SET(i, v + GET(j)); } return NULL; }
static void *right(void *a) { (void)a; for (int k = 0; k < N; k++) { int v = GET(j); SET(j, v + GET(i)); } return NULL; }
int main(void) {
  pthread_t t[2];
  START(t[0], left, 0);
  START(t[1], right, 0);
  (void)GET(i);
  (void)GET(j);
  return 0;
}
