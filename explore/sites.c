/* explore/sites.c -- see sites.h. */
#include "explore/sites.h"
#include <string.h>

#define MAX_MATRIX 2048

bool sites_sync(const BcVar *v, const ExLimits *l) {
  if (v->sync) return true;
  for (size_t i = 0; i < l->nsync; i++)
    if (strcmp(l->sync[i], v->name) == 0) return true;
  return false;
}

/* 0: no plain access, 1: reads, 2: writes. */
static int plain(const BcInstr *i) {
  switch ((BcOp)i->op) {
  case OP_LOAD: case OP_HEAD: case OP_LEN: case OP_CONTAINS: return i->mode == MEM_LOCAL ? 0 : 1;
  case OP_STORE: case OP_PUSH: case OP_POP: case OP_INSERT: case OP_REMOVE: case OP_CLEAR: return i->mode == MEM_LOCAL ? 0 : 2;
  default: return 0;
  }
}

/* Which instructions stand in an atomic region as written; code called from one is not known to. */
static void mark_atomic(const BcProgram *p, uint8_t *atomic) {
  for (uint32_t pc = 0; pc < p->ncode; pc++)
    if (p->code[pc].op == OP_ATOMIC)
      for (uint32_t j = pc; j < p->code[pc].a && j < p->ncode; j++) atomic[j] = 1;
}

static void collect(Sites *s, const BcProgram *p, const ExLimits *l, const uint8_t *atomic) {
  for (uint32_t pc = 0; pc < p->ncode; pc++) {
    const BcInstr *i = &p->code[pc];
    s->of_pc[pc] = -1;
    if (!plain(i) || atomic[pc]) continue;
    const BcVar *var = i->mode == MEM_SHARED && i->b < p->nlocs ? p->leaf_var[i->b] : NULL;
    if (var && sites_sync(var, l)) continue;
    s->of_pc[pc] = (int32_t)s->n;
    s->at[s->n++] = (Site){ .pc = pc, .var = var, .write = plain(i) == 2 };
  }
}

/* --- who reaches what --- */

/* Sets bit T of REACH[site] for the sites in [from, to) and in the functions called there. SEEN: functions done. */
static void reach(const Sites *s, const BcProgram *p, uint64_t *mask, uint64_t bit, uint32_t from, uint32_t to, uint8_t *seen) {
  for (uint32_t pc = from; pc < to && pc < p->ncode; pc++) {
    if (s->of_pc[pc] >= 0) mask[s->of_pc[pc]] |= bit;
    if (p->code[pc].op != OP_CALL || seen[p->code[pc].a]) continue;
    const BcFunc *f = &p->funcs[p->code[pc].a];
    seen[p->code[pc].a] = 1;
    reach(s, p, mask, bit, f->entry, f->end, seen);
  }
}

static bool several(const BcThread *t) { return t->spawned || t->count > 1; }

/* ONE: reached by a thread of this item. From bit 63 on items share a bit, which then counts as several threads. */
static bool two_threads(const BcProgram *p, uint64_t x, uint64_t y) {
  if (!x || !y) return false;
  if ((x & y) == 0) return true;
  if (x != y || (x & (x - 1))) return true;
  for (uint32_t t = 0; t < p->nthreads && t < 63; t++)
    if (x == (uint64_t)1 << t) return several(&p->threads[t]);
  return true;
}

static void pair_up(Sites *s, const BcProgram *p, const uint64_t *mask) {
  for (uint32_t a = 0; a < s->n; a++)
    for (uint32_t b = a; b < s->n; b++) {
      const Site *x = &s->at[a], *y = &s->at[b];
      bool pair = (x->write || y->write) && (!x->var || !y->var || x->var == y->var) && two_threads(p, mask[a], mask[b]);
      if (!pair) continue;
      s->nopen++;
      if (s->open) s->open[(size_t)a * s->n + b] = s->open[(size_t)b * s->n + a] = 1;
    }
}

static bool fill(Sites *s, const BcProgram *p, const ExLimits *l, Mem *mem, uint8_t *scratch) {
  mark_atomic(p, scratch);
  collect(s, p, l, scratch);
  if (s->n <= MAX_MATRIX && s->n) {
    s->open = mem_alloc(mem, (size_t)s->n * s->n);
    if (!s->open) return false;
  }
  uint64_t *mask = mem_alloc(mem, (s->n + 1) * sizeof *mask);
  uint8_t *seen = mask ? mem_alloc(mem, p->nfuncs + 1) : NULL;
  for (uint32_t t = 0; seen && t < p->nthreads; t++) {
    memset(seen, 0, p->nfuncs);
    reach(s, p, mask, (uint64_t)1 << (t < 63 ? t : 63), p->threads[t].body.entry, p->threads[t].body.end, seen);
  }
  if (seen) pair_up(s, p, mask);
  mem_free(mem, mask, (s->n + 1) * sizeof *mask);
  mem_free(mem, seen, p->nfuncs + 1);
  return seen != NULL;
}

bool sites_init(Sites *s, const BcProgram *p, const ExLimits *l, Mem *mem) {
  *s = (Sites){ .ncode = p->ncode };
  s->at = mem_alloc(mem, (p->ncode + 1) * sizeof *s->at);
  s->of_pc = mem_alloc(mem, (p->ncode + 1) * sizeof *s->of_pc);
  uint8_t *scratch = mem_alloc(mem, p->ncode + 1);
  bool ok = s->at && s->of_pc && scratch && fill(s, p, l, mem, scratch);
  mem_free(mem, scratch, p->ncode + 1);
  return ok;
}

void sites_deinit(Sites *s, Mem *mem) {
  mem_free(mem, s->at, (s->ncode + 1) * sizeof *s->at);
  mem_free(mem, s->of_pc, (s->ncode + 1) * sizeof *s->of_pc);
  mem_free(mem, s->open, (size_t)s->n * s->n);
}

bool sites_open(const Sites *s, uint32_t a, uint32_t b) { return !s->open || s->open[(size_t)a * s->n + b]; }

/* A pair through a ref may race on several variables, so it stays open; the findings keep repetitions apart. */
void sites_found(Sites *s, uint32_t a, uint32_t b) {
  if (!s->open || !s->open[(size_t)a * s->n + b] || !s->at[a].var || !s->at[b].var) return;
  s->open[(size_t)a * s->n + b] = s->open[(size_t)b * s->n + a] = 0;
  s->nopen--;
}
