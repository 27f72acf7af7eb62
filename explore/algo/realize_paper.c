/* explore/algo/realize_paper.c -- see realize_paper.h. Line numbers are those of Alg. 1.
 *   G* = p->closure    V_C = the pairs with p->var    C = p->sat */
#include "explore/algo/realize_paper.h"
#include "vm/event.h"
#include <assert.h>
#include <string.h>

#define NO_VAR UINT32_MAX
#define ALWAYS (UINT32_MAX - 1)              /* literals that are decided: pairs without a variable that G* orders */
#define NEVER UINT32_MAX
#define UNKNOWN (UINT32_MAX - 2)             /* and one that nothing orders yet */

void paper_init(Paper *p, Mem *m) {
  memset(p, 0, sizeof *p);
  p->mem = m;
  real_init(&p->closure, m);
  sat_init(&p->sat, m);
}

void paper_deinit(Paper *p) {
  real_deinit(&p->closure);
  sat_deinit(&p->sat);
  mem_free(p->mem, p->var, p->cap_var * sizeof *p->var);
  p->var = NULL;
  p->cap_var = 0;
}

/* --- the communication graph --- */

static bool has(const Paper *p, uint32_t t, uint32_t u) { return p->adjacent[t][u >> 6] >> (u & 63) & 1; }

static void tie(Paper *p, uint32_t t, uint32_t u) {
  if (t == u) return;
  p->adjacent[t][u >> 6] |= (uint64_t)1 << (u & 63);
  p->adjacent[u][t >> 6] |= (uint64_t)1 << (t & 63);
}

static const PaperAccess *access_to(const PaperBasis *b, uint32_t e, uint32_t obj) {
  const PaperEvent *ev = &b->ev[e];
  for (uint32_t k = 0; k < ev->nacc; k++) if (b->acc[ev->first + k].obj == obj) return &b->acc[ev->first + k];
  return NULL;
}

static bool writes(const PaperBasis *b, uint32_t e, uint32_t obj) {
  const PaperAccess *a = access_to(b, e, obj);
  return a && a->mode & ACC_W;
}

static bool conflict(const PaperBasis *b, uint32_t e, uint32_t f) {
  for (uint32_t k = 0; k < b->ev[e].nacc; k++) {
    const PaperAccess *a = &b->acc[b->ev[e].first + k], *other = access_to(b, f, a->obj);
    if (other && (a->mode | other->mode) & ACC_W) return true;
  }
  return false;
}

/* No edges yet; only the threads there are. */
static void nobody(Paper *p, const PaperBasis *b) {
  p->threads = 0;
  for (uint32_t e = 0; e < b->n; e++) if (p->threads <= b->ev[e].thread) p->threads = b->ev[e].thread + 1;
  if (b->root != PAPER_NO_ROOT && p->threads <= b->root) p->threads = b->root + 1;
  assert(p->threads <= 256);
  memset(p->adjacent, 0, p->threads * sizeof *p->adjacent);
}

static void graph(Paper *p, const PaperBasis *b) {
  nobody(p, b);
  for (uint32_t e = 0; e < b->n; e++)
    for (uint32_t f = 0; f < e; f++)
      if (!has(p, b->ev[e].thread, b->ev[f].thread) && conflict(b, e, f)) tie(p, b->ev[e].thread, b->ev[f].thread);
  for (uint32_t k = 0; k < b->nedge; k++) tie(p, b->ev[b->edge[k].from].thread, b->ev[b->edge[k].to].thread);
}

/* Everybody is adjacent to the root, nobody to anyone else. */
static void star(Paper *p, const PaperBasis *b) {
  nobody(p, b);
  for (uint32_t e = 0; e < b->n; e++) tie(p, b->root, b->ev[e].thread);
}

/* Each edge joins two parts that nothing joined before. */
static bool acyclic(const Paper *p) {
  uint8_t part[256];
  for (uint32_t t = 0; t < p->threads; t++) part[t] = (uint8_t)t;
  for (uint32_t t = 0; t < p->threads; t++)
    for (uint32_t u = 0; u < t; u++) {
      if (!has(p, t, u)) continue;
      uint8_t from = part[t], to = part[u];
      if (from == to) return false;
      for (uint32_t v = 0; v < p->threads; v++) if (part[v] == from) part[v] = to;
    }
  return true;
}

bool paper_acyclic(Paper *p, const PaperBasis *b) {
  graph(p, b);
  return acyclic(p);
}

/* --- lines 1-4: program order, annotation, what else is given; closed --- */

static bool thread_order(Realize *g, const PaperBasis *b) {
  uint32_t prev[256];
  memset(prev, 0xff, sizeof prev);
  for (uint32_t e = 0; e < b->n; e++) {
    uint32_t *last = &prev[b->ev[e].thread];
    if (*last != UINT32_MAX && !real_edge(g, *last, e)) return false;
    *last = e;
  }
  return true;
}

static bool annotated(const PaperAccess *a) { return a->mode & ACC_R && a->source != PAPER_INITIAL; }

/* False: a cycle, seen before any clause is made (the paper's cycle detection). */
static bool edges(Realize *g, const PaperBasis *b) {
  if (!thread_order(g, b)) return false;
  for (uint32_t k = 0; k < b->nedge; k++) if (!real_edge(g, b->edge[k].from, b->edge[k].to)) return false;
  for (uint32_t e = 0; e < b->n; e++)
    for (uint32_t k = 0; k < b->ev[e].nacc; k++) {
      const PaperAccess *a = &b->acc[b->ev[e].first + k];
      if (annotated(a) && !real_edge(g, a->source, e)) return false;
    }
  return true;
}

/* --- line 6: variables --- */

static uint32_t *pair(const Paper *p, uint32_t e, uint32_t f) { return &p->var[(size_t)e * p->closure.n + f]; }

static bool variables(Paper *p, const PaperBasis *b) {
  size_t want = (size_t)b->n * b->n;
  if (want > p->cap_var && !mem_grow(p->mem, (void **)&p->var, &p->cap_var, sizeof *p->var, want)) return false;
  p->vars = 0;
  for (uint32_t e = 0; e < b->n; e++)
    for (uint32_t f = 0; f < b->n; f++) {
      uint32_t t = b->ev[e].thread, u = b->ev[f].thread;
      *pair(p, e, f) = e != f && (t == u || has(p, t, u)) ? p->vars++ : NO_VAR;
    }
  sat_begin(&p->sat, p->vars);
  return true;
}

/* "E before F": a variable, or, between two leaves of a star, what G* says. */
static SatLit before(const Paper *p, uint32_t e, uint32_t f) {
  uint32_t v = *pair(p, e, f);
  if (v != NO_VAR) return sat_yes(v);
  if (real_before(&p->closure, e, f)) return ALWAYS;
  if (real_before(&p->closure, f, e)) return NEVER;
  assert(p->partial && "leaves in conflict are ordered");
  return UNKNOWN;
}

/* --- lines 7-23: clauses. All return REAL_YES, or why there is no answer to look for. --- */

static RealAnswer either(Paper *p, SatLit a, SatLit b) {
  if (a == ALWAYS || b == ALWAYS || a == UNKNOWN || b == UNKNOWN) return REAL_YES;
  if (a == NEVER) a = b;
  if (b == NEVER) b = a;
  if (a == NEVER) return REAL_NO;
  p->clauses++;
  return sat_clause(&p->sat, a, b) ? REAL_YES : REAL_NOMEM;
}

static SatLit negated(SatLit l) { return l == ALWAYS ? NEVER : l == NEVER ? ALWAYS : l == UNKNOWN ? UNKNOWN : sat_not(l); }
static RealAnswer implies(Paper *p, SatLit a, SatLit b) { return either(p, negated(a), b); }

/* Lines 7-9, once for both orders of a pair. */
static RealAnswer antisymmetry(Paper *p, uint32_t e, uint32_t f) {
  SatLit ef = sat_yes(*pair(p, e, f)), fe = sat_yes(*pair(p, f, e));
  RealAnswer a = implies(p, ef, sat_not(fe));
  return a == REAL_YES ? implies(p, sat_not(fe), ef) : a;
}

/* Lines 10-17. */
static RealAnswer transitivity(Paper *p, uint32_t e, uint32_t f) {
  SatLit ef = sat_yes(*pair(p, e, f));
  RealAnswer a = REAL_YES;
  for (uint32_t g = 0; g < p->closure.n && a == REAL_YES; g++) {
    if (g == e || g == f) continue;
    if (real_before(&p->closure, f, g) && *pair(p, e, g) != NO_VAR) a = implies(p, ef, sat_yes(*pair(p, e, g)));
    if (a == REAL_YES && real_before(&p->closure, g, e) && *pair(p, g, f) != NO_VAR) a = implies(p, ef, sat_yes(*pair(p, g, f)));
  }
  return a;
}

static RealAnswer orders(Paper *p) {
  RealAnswer a = REAL_YES;
  for (uint32_t e = 0; e < p->closure.n; e++)
    for (uint32_t f = 0; f < p->closure.n && a == REAL_YES; f++) {
      if (*pair(p, e, f) == NO_VAR) continue;
      if (e < f) a = antisymmetry(p, e, f);
      if (a == REAL_YES) a = transitivity(p, e, f);
      if (a == REAL_YES && real_before(&p->closure, e, f)) a = either(p, sat_yes(*pair(p, e, f)), NEVER);   /* lines 21-23 */
    }
  return a;
}

/* Lines 18-20: another writer that comes before R comes before R's source; before the initial value nobody can. */
static RealAnswer observes(Paper *p, const PaperBasis *b, uint32_t r, const PaperAccess *acc) {
  RealAnswer a = REAL_YES;
  for (uint32_t w = 0; w < b->n && a == REAL_YES; w++) {
    if (w == r || w == acc->source || !writes(b, w, acc->obj)) continue;
    a = implies(p, before(p, w, r), acc->source == PAPER_INITIAL ? NEVER : before(p, w, acc->source));
  }
  return a;
}

static RealAnswer annotation(Paper *p, const PaperBasis *b) {
  RealAnswer a = REAL_YES;
  for (uint32_t r = 0; r < b->n; r++)
    for (uint32_t k = 0; k < b->ev[r].nacc && a == REAL_YES; k++) {
      const PaperAccess *acc = &b->acc[b->ev[r].first + k];
      if (acc->mode & ACC_R) a = observes(p, b, r, acc);
    }
  return a;
}

/* --- lines 24-27 --- */

static RealAnswer satisfied(Paper *p) {
  switch (sat_solve(&p->sat)) {
    case SAT_NO: return REAL_NO;
    case SAT_NOMEM: return REAL_NOMEM;
    case SAT_YES: return REAL_YES;
  }
  return REAL_NOMEM;
}

/* G' is acyclic: Lemma 4.4; of a star, whose extra edges lead from leaf to leaf, since every variable has the root on one side,
 * so that transitivity over G* bridges those edges. */
static RealAnswer sorted(Paper *p, uint32_t *order) {
  uint32_t n = p->closure.n;
  for (uint32_t e = 0; e < n; e++)
    for (uint32_t f = 0; f < n; f++) {
      if (*pair(p, e, f) == NO_VAR || !sat_true(&p->sat, sat_yes(*pair(p, e, f)))) continue;
      bool fits = real_edge(&p->closure, e, f);
      assert(fits && "Lemma 4.4");
      if (!fits) return REAL_NO;
    }
  return real_solve(&p->closure, order);
}

/* Lines 1-24. */
static RealAnswer decide(Paper *p, const PaperBasis *b) {
  if (b->root == PAPER_NO_ROOT) graph(p, b);
  else star(p, b);
  assert(acyclic(p));
  if (!real_begin(&p->closure, b->n)) return REAL_NOMEM;
  if (!edges(&p->closure, b)) return REAL_NO;
  if (!variables(p, b)) return REAL_NOMEM;
  RealAnswer a = orders(p);
  if (a == REAL_YES) a = annotation(p, b);
  return a == REAL_YES ? satisfied(p) : a;
}

RealAnswer paper_realize(Paper *p, const PaperBasis *b, uint32_t *order) {
  p->partial = false;
  RealAnswer a = decide(p, b);
  return a == REAL_YES ? sorted(p, order) : a;
}

RealAnswer paper_possible(Paper *p, const PaperBasis *b) {
  p->partial = true;
  return decide(p, b);
}
