/* n threads put four words each into a hash table, one compare-and-swap a probe. */
#include "dmc.h"
#define SIZE 128
atomic_int table[SIZE];
static void *indexer(void *a) {
  for (int m = 1; m <= 4; m++) {
    int word = m * 11 + ARG(a), h = word * 7 % SIZE, empty = 0;
    while (!atomic_compare_exchange_strong(&table[h], &empty, word)) { empty = 0; h = (h + 1) % SIZE; }
  }
  return NULL;
}
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) START(t[i], indexer, i);
  return 0;
}
