/* lang/mem.c -- counted memory; see mem.h. */
#include "lang/mem.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* What one thread owns it reads and writes as plain words; relaxed order suffices for what several count together. */
static size_t get(const atomic_size_t *n) { return atomic_load_explicit(n, memory_order_relaxed); }
static void set(atomic_size_t *n, size_t v) { atomic_store_explicit(n, v, memory_order_relaxed); }

void mem_init(Mem *m, size_t limit) {
  *m = (Mem){ .limit = limit };
}

void mem_deinit(Mem *m) {
  assert(get(&m->used) == 0 && "everything asked for was returned");
  (void)m;
}

/* Counts down the test hook. True: this request is the one to fail. */
static bool hooked(Mem *m) {
  unsigned long long n = atomic_load_explicit(&m->fail_after, memory_order_relaxed);
  while (n && !atomic_compare_exchange_weak_explicit(&m->fail_after, &n, n - 1, memory_order_relaxed, memory_order_relaxed)) {}
  return n == 1;
}

static void raise_peak(Mem *m, size_t used) {
  size_t peak = get(&m->peak);
  if (!m->shared && used > peak) set(&m->peak, used);
  while (m->shared && used > peak)
    if (atomic_compare_exchange_weak_explicit(&m->peak, &peak, used, memory_order_relaxed, memory_order_relaxed)) return;
}

static void give_back(Mem *m, size_t size) {
  if (m->shared) atomic_fetch_sub_explicit(&m->used, size, memory_order_relaxed);
  else set(&m->used, get(&m->used) - size);
}

static size_t add(Mem *m, size_t size) {
  if (m->shared) return atomic_fetch_add_explicit(&m->used, size, memory_order_relaxed);
  size_t before = get(&m->used);
  set(&m->used, before + size);
  return before;
}

/* Counts GROWTH more bytes, before they are asked for: two threads must not both take the last of them. False: refused. */
static bool take(Mem *m, size_t growth) {
  if (hooked(m)) return false;
  size_t before = add(m, growth);
  if (growth > SIZE_MAX - before || (m->limit && before + growth > m->limit)) {
    give_back(m, growth);
    return false;
  }
  raise_peak(m, before + growth);
  return true;
}

static void refuse(Mem *m) { atomic_store_explicit(&m->refused, true, memory_order_relaxed); }

void *mem_realloc(Mem *m, void *p, size_t old_size, size_t new_size) {
  assert((p != NULL) == (old_size != 0));
  if (new_size == 0) {
    mem_free(m, p, old_size);
    return NULL;
  }
  size_t growth = new_size > old_size ? new_size - old_size : 0;
  if (growth && !take(m, growth)) return refuse(m), NULL;
  void *q = realloc(p, new_size);
  if (!q) {
    give_back(m, growth);
    return refuse(m), NULL;
  }
  if (!growth) give_back(m, old_size - new_size);
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
  assert(get(&m->used) >= size);
  give_back(m, size);
  free(p);
}
