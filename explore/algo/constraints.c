/* explore/algo/constraints.c -- see constraints.h. */
#include "explore/algo/constraints.h"

#define NONE UINT32_MAX

void cs_init(Cs *cs, Mem *m) { *cs = (Cs){ .mem = m }; }

void cs_deinit(Cs *cs) {
  mem_free(cs->mem, cs->label, cs->cap_label * sizeof *cs->label);
  mem_free(cs->mem, cs->ps, cs->cap_ps * sizeof *cs->ps);
  mem_free(cs->mem, cs->dep, cs->cap_dep * sizeof *cs->dep);
  cs_init(cs, cs->mem);
}

void cs_clear(Cs *cs) { cs->n = cs->nps = cs->ndep = 0; }

bool cs_label(Cs *cs, CsLabel l) {
  if (!mem_grow(cs->mem, (void **)&cs->label, &cs->cap_label, sizeof *cs->label, cs->n + 1)) return false;
  cs->label[cs->n++] = l;
  return true;
}

bool cs_ps(Cs *cs, uint32_t before, uint32_t after) {
  if (!mem_grow(cs->mem, (void **)&cs->ps, &cs->cap_ps, sizeof *cs->ps, cs->nps + 1)) return false;
  cs->ps[cs->nps++] = (CsPair){ before, after };
  return true;
}

bool cs_dep(Cs *cs, uint32_t before, uint32_t after) {
  if (!mem_grow(cs->mem, (void **)&cs->dep, &cs->cap_dep, sizeof *cs->dep, cs->ndep + 1)) return false;
  cs->dep[cs->ndep++] = (CsPair){ before, after };
  return true;
}

bool cs_constrained(const Cs *cs, uint32_t x, uint32_t y) {
  for (size_t i = 0; i < cs->ndep; i++) {
    CsPair p = cs->dep[i];
    if ((p.before == x && p.after == y) || (p.before == y && p.after == x)) return true;
  }
  return false;
}

void cs_solver_init(CsSolver *s, Mem *m) { *s = (CsSolver){ .mem = m }; }

void cs_solver_deinit(CsSolver *s) {
  mem_free(s->mem, s->waits, s->cap_waits * sizeof *s->waits);
  mem_free(s->mem, s->later, s->cap_later * sizeof *s->later);
  mem_free(s->mem, s->order, s->cap_order * sizeof *s->order);
}

static bool room(CsSolver *s, size_t n) {
  return mem_grow(s->mem, (void **)&s->waits, &s->cap_waits, sizeof *s->waits, n + 1) &&
         mem_grow(s->mem, (void **)&s->later, &s->cap_later, sizeof *s->later, n + 1) &&
         mem_grow(s->mem, (void **)&s->order, &s->cap_order, sizeof *s->order, n + 1);
}

static CsPair turned(const Cs *cs, CsSwaps swaps, size_t i) {
  CsPair p = cs->dep[i];
  return swaps >> i & 1 ? (CsPair){ p.after, p.before } : p;
}

/* FIRST: per thread its minimal variable, graph.get_minimal of listing 5.1. Returns how many threads there are. */
static unsigned queue(const Cs *cs, CsSolver *s, uint32_t *first) {
  uint32_t last[VM_MAX_THREADS + 1];
  unsigned threads = 0;
  for (uint32_t i = 0; i < cs->n; i++) {
    unsigned t = cs->label[i].tid;
    for (; threads <= t; threads++) first[threads] = NONE;
    s->waits[i] = 0;
    s->later[i] = NONE;
    if (first[t] == NONE) first[t] = i;
    else s->later[last[t]] = i;
    last[t] = i;
  }
  return threads;
}

/* Takes the variable away with its outgoing edges. True: it had constraints. */
static bool take(const Cs *cs, CsSwaps swaps, CsSolver *s, uint32_t x) {
  bool decides = false;
  for (size_t i = 0; i < cs->nps; i++) if (cs->ps[i].before == x) s->waits[cs->ps[i].after]--;
  for (size_t i = 0; i < cs->ndep; i++) {
    CsPair p = turned(cs, swaps, i);
    if (p.before == x) s->waits[p.after]--;
    decides |= p.before == x || p.after == x;
  }
  return decides;
}

bool cs_solve(const Cs *cs, CsSwaps swaps, CsSolver *s, uint32_t *len, bool *decides) {
  uint32_t first[VM_MAX_THREADS + 1];
  if (!room(s, cs->n)) return false;
  unsigned threads = queue(cs, s, first);
  for (size_t i = 0; i < cs->nps; i++) s->waits[cs->ps[i].after]++;
  for (size_t i = 0; i < cs->ndep; i++) s->waits[turned(cs, swaps, i).after]++;
  *len = 0;
  *decides = false;
  for (unsigned t = 0, idle = 0; *len < cs->n && idle < threads; t = (t + 1) % threads) {
    uint32_t x = first[t];
    if (x == NONE || s->waits[x]) { idle++; continue; }
    idle = 0;
    first[t] = s->later[x];
    *decides |= take(cs, swaps, s, x);
    s->order[(*len)++] = x;
  }
  return true;
}
