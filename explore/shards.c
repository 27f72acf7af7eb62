/* explore/shards.c -- see shards.h. The shard is told by the low bits of the hash; the stores look for strings by the high ones. */
#include "explore/shards.h"
#include <assert.h>
#include <pthread.h>

#define LINE 64                      /* bytes of a cache line: locks of two shards do not share one */

typedef struct {
  _Alignas(LINE) pthread_mutex_t lock;
  Store store;
} Shard;

struct Shards {
  Mem *mem;
  unsigned n;
  size_t size;                       /* of this block */
  Shard *at;
};

Shards *shards_open(Mem *m, unsigned n, unsigned flags) {
  assert(n && n <= 256 && (n & (n - 1)) == 0);
  size_t size = sizeof(Shards) + n * sizeof(Shard) + LINE;
  Shards *s = mem_alloc(m, size);
  if (!s) return NULL;
  *s = (Shards){ m, n, size, (Shard *)(((uintptr_t)(s + 1) + LINE - 1) / LINE * LINE) };
  for (unsigned i = 0; i < n; i++) {
    pthread_mutex_init(&s->at[i].lock, NULL);
    store_init(&s->at[i].store, m, flags);
  }
  return s;
}

void shards_close(Shards *s) {
  if (!s) return;
  for (unsigned i = 0; i < s->n; i++) {
    store_deinit(&s->at[i].store);
    pthread_mutex_destroy(&s->at[i].lock);
  }
  mem_free(s->mem, s, s->size);
}

static Shard *shard_of(Shards *s, uint64_t hash) { return &s->at[hash & (s->n - 1)]; }

StoreStatus shards_add(Shards *s, const uint8_t *bytes, size_t len) {
  uint64_t hash = store_hash(bytes, len);
  Shard *shard = shard_of(s, hash);
  pthread_mutex_lock(&shard->lock);
  StoreStatus status = store_add_hashed(&shard->store, hash, bytes, len, NULL);
  pthread_mutex_unlock(&shard->lock);
  return status;
}

bool shards_has(Shards *s, const uint8_t *bytes, size_t len) {
  uint64_t hash = store_hash(bytes, len);
  Shard *shard = shard_of(s, hash);
  pthread_mutex_lock(&shard->lock);
  bool yes = store_find(&shard->store, bytes, len, &hash, NULL);
  pthread_mutex_unlock(&shard->lock);
  return yes;
}

size_t shards_count(Shards *s) {
  size_t sum = 0;
  for (unsigned i = 0; i < s->n; i++) {
    pthread_mutex_lock(&s->at[i].lock);
    sum += s->at[i].store.count;
    pthread_mutex_unlock(&s->at[i].lock);
  }
  return sum;
}
