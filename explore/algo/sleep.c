/* explore/algo/sleep.c -- see sleep.h. */
#include "explore/algo/sleep.h"
#include <string.h>

#ifdef DMC_STRESS
enum { FIRST_SLOTS = 2 };
#else
enum { FIRST_SLOTS = 256 };
#endif

static bool same_action(VmAction x, VmAction y) { return x.tid == y.tid && x.choice == y.choice; }
static bool before(VmAction x, VmAction y) { return x.tid < y.tid || (x.tid == y.tid && x.choice < y.choice); }
static uint64_t mixed(VmAction a) { return ((uint64_t)a.tid << 32 | a.choice) * 0x9e3779b97f4a7c15ull; }

bool sleep_init(Sleep *s, Mem *m) {
  *s = (Sleep){ .mem = m };
  return sleep_number(s, NULL, 0) == 0;
}

void sleep_deinit(Sleep *s) {
  mem_free(s->mem, s->actions, s->cap_actions * sizeof *s->actions);
  mem_free(s->mem, s->sets, s->cap_sets * sizeof *s->sets);
  mem_free(s->mem, s->table, s->slots * sizeof *s->table);
}

static bool grow_table(Sleep *s) {
  size_t slots = s->slots ? s->slots * 2 : FIRST_SLOTS;
  uint32_t *t = mem_alloc(s->mem, slots * sizeof *t);
  if (!t) return false;
  for (uint32_t i = 0; i < s->nsets; i++) {
    size_t at = s->sets[i].hash & (slots - 1);
    while (t[at]) at = (at + 1) & (slots - 1);
    t[at] = i + 1;
  }
  mem_free(s->mem, s->table, s->slots * sizeof *t);
  s->table = t;
  s->slots = slots;
  return true;
}

static bool holds(const Sleep *s, uint32_t id, const SleepSet *like, const VmAction *a) {
  const SleepSet *x = &s->sets[id];
  if (x->hash != like->hash || x->n != like->n || x->some != like->some) return false;
  for (uint32_t i = 0; i < x->n; i++) if (!same_action(s->actions[x->at + i], a[i])) return false;
  return true;
}

uint32_t sleep_number(Sleep *s, const VmAction *a, uint32_t n) {
  if ((s->nsets + 1) * 2 > s->slots && !grow_table(s)) return SLEEP_NOMEM;
  SleepSet like = { .at = s->nactions, .n = n };
  uint64_t h = n;
  for (uint32_t i = 0; i < n; i++) {
    like.some |= 1ull << (mixed(a[i]) >> 58);
    h = (h ^ mixed(a[i])) * 0xff51afd7ed558ccdull;
  }
  like.hash = (uint32_t)(h >> 32);
  size_t at = like.hash & (s->slots - 1);
  for (; s->table[at]; at = (at + 1) & (s->slots - 1)) if (holds(s, s->table[at] - 1, &like, a)) return s->table[at] - 1;
  if (!mem_grow(s->mem, (void **)&s->sets, &s->cap_sets, sizeof *s->sets, s->nsets + 1) ||
      !mem_grow(s->mem, (void **)&s->actions, &s->cap_actions, sizeof *s->actions, s->nactions + n + 1)) return SLEEP_NOMEM;
  if (n) memcpy(s->actions + s->nactions, a, n * sizeof *a);
  s->nactions += n;
  s->sets[s->nsets++] = like;
  s->table[at] = (uint32_t)s->nsets;
  return (uint32_t)s->nsets - 1;
}

bool sleep_subset(const Sleep *s, uint32_t x, uint32_t y) {
  const SleepSet *p = &s->sets[x], *q = &s->sets[y];
  if (x == y || !p->n) return true;
  if (p->n > q->n || p->some & ~q->some) return false;
  const VmAction *a = s->actions + p->at, *b = s->actions + q->at;
  uint32_t i = 0;
  for (uint32_t k = 0; i < p->n && k < q->n; k++) {
    if (before(a[i], b[k])) return false;
    i += same_action(a[i], b[k]);
  }
  return i == p->n;
}
