/* Two threads, n times lock, read, write one more, unlock. */
#include "dmc.h"
atomic_int g;
pthread_mutex_t m;
static void *adder(void *a) {
  (void)a;
  for (int k = 0; k < N; k++) {
    pthread_mutex_lock(&m);
    int v = GET(g);
    SET(g, v + 1);
    pthread_mutex_unlock(&m);
  }
  return NULL;
}
int main(void) {
  pthread_t t[2];
  pthread_mutex_init(&m, NULL);
  for (int i = 0; i < 2; i++) START(t[i], adder, i);
  return 0;
}
