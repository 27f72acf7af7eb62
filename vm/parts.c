/* vm/parts.c -- see parts.h. */
#include "vm/parts.h"
#include <string.h>

#ifdef DMC_STRESS
enum { FIRST_SLOTS = 2 };
#else
enum { FIRST_SLOTS = 64 };
#endif

void parts_init(Parts *p, Mem *m) { *p = (Parts){ .mem = m }; }

void parts_deinit(Parts *p) {
  mem_free(p->mem, p->words, p->capwords * sizeof *p->words);
  mem_free(p->mem, p->items, p->cap * sizeof *p->items);
  mem_free(p->mem, p->table, p->slots * sizeof *p->table);
}

static uint32_t hash_words(const Word *w, uint32_t n) {
  uint64_t h = n;
  for (uint32_t i = 0; i < n; i++) h = (h ^ w[i]) * 0x9e3779b97f4a7c15ull;
  return (uint32_t)(h >> 32);
}

static bool grow_table(Parts *p) {
  size_t slots = p->slots ? p->slots * 2 : FIRST_SLOTS;
  uint32_t *t = mem_alloc(p->mem, slots * sizeof *t);
  if (!t) return false;
  for (uint32_t i = 0; i < p->n; i++) {
    size_t at = p->items[i].hash & (slots - 1);
    while (t[at]) at = (at + 1) & (slots - 1);
    t[at] = i + 1;
  }
  mem_free(p->mem, p->table, p->slots * sizeof *t);
  p->table = t;
  p->slots = slots;
  return true;
}

/* The slot of the item with these words, or the free one where it belongs. */
static size_t slot_of(const Parts *p, const Word *words, uint32_t n, uint32_t h) {
  size_t at = h & (p->slots - 1);
  for (; p->table[at]; at = (at + 1) & (p->slots - 1)) {
    uint32_t id = p->table[at] - 1;
    if (p->items[id].hash == h && p->items[id].len == n && memcmp(p->words + p->items[id].at, words, n * sizeof *words) == 0) break;
  }
  return at;
}

uint32_t parts_find(const Parts *p, const Word *words, uint32_t n) {
  return p->slots ? p->table[slot_of(p, words, n, hash_words(words, n))] - 1 : PART_NONE;      /* an empty slot is 0 */
}

uint32_t parts_number(Parts *p, const Word *words, uint32_t n) {
  if ((p->n + 1) * 2 > p->slots && !grow_table(p)) return PART_NONE;
  uint32_t h = hash_words(words, n);
  size_t at = slot_of(p, words, n, h);
  if (p->table[at]) return p->table[at] - 1;
  if (!mem_grow(p->mem, (void **)&p->items, &p->cap, sizeof *p->items, p->n + 1)) return PART_NONE;
  if (!mem_grow(p->mem, (void **)&p->words, &p->capwords, sizeof *p->words, p->nwords + n)) return PART_NONE;
  memcpy(p->words + p->nwords, words, n * sizeof *words);
  p->items[p->n].at = p->nwords;
  p->items[p->n].len = n;
  p->items[p->n].hash = h;
  p->nwords += n;
  p->table[at] = (uint32_t)++p->n;
  return (uint32_t)p->n - 1;
}
