/* lang/mem.c -- counted memory; see mem.h. */
#include "lang/mem.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

void mem_init(Mem *m, size_t limit) {
  memset(m, 0, sizeof *m);
  m->limit = limit;
}

void mem_deinit(Mem *m) {
  assert(m->used == 0 && "everything asked for was returned");
  (void)m;
}

/* May GROWTH more bytes be handed out? Also counts down the test hook. */
static bool allowed(Mem *m, size_t growth) {
  if (m->fail_after && --m->fail_after == 0) return false;
  if (growth > SIZE_MAX - m->used) return false;
  return !m->limit || m->used + growth <= m->limit;
}

static void count(Mem *m, size_t old_size, size_t new_size) {
  m->used = m->used - old_size + new_size;
  if (m->used > m->peak) m->peak = m->used;
}

void *mem_realloc(Mem *m, void *p, size_t old_size, size_t new_size) {
  assert((p != NULL) == (old_size != 0));
  if (new_size == 0) {
    mem_free(m, p, old_size);
    return NULL;
  }
  void *q = NULL;
  if (new_size <= old_size || allowed(m, new_size - old_size)) q = realloc(p, new_size);
  if (!q) {
    m->refused = true;
    return NULL;
  }
  count(m, old_size, new_size);
  return q;
}

void *mem_alloc(Mem *m, size_t size) {
  void *p = mem_realloc(m, NULL, 0, size);
  return p ? memset(p, 0, size) : NULL;
}

#ifdef DMC_STRESS
enum { FIRST_ITEMS = 1 };
#else
enum { FIRST_ITEMS = 64 };
#endif

bool mem_grow(Mem *m, void **p, size_t *cap, size_t size, size_t want) {
  if (want <= *cap) return true;
  size_t n = *cap ? *cap : FIRST_ITEMS;
  while (n < want) n *= 2;
  void *q = mem_realloc(m, *p, *cap * size, n * size);
  if (!q) return false;
  *p = q;
  *cap = n;
  return true;
}

void mem_free(Mem *m, void *p, size_t size) {
  if (!p) return;
  assert(m->used >= size);
  m->used -= size;
  free(p);
}
