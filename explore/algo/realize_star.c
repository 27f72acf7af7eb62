/* explore/algo/realize_star.c -- see realize_star.h. */
#include "explore/algo/realize_star.h"
#include <string.h>
#include "vm/event.h"

void star_init(Star *s, Mem *m) {
  memset(s, 0, sizeof *s);
  s->mem = m;
  s->budget = STAR_BUDGET;
  paper_init(&s->paper, m);
}

void star_deinit(Star *s) {
  if (!s->mem) return;
  for (size_t i = 0; i < s->nlevel; i++) real_deinit(&s->level[i].z);
  mem_free(s->mem, s->level, s->cap_level * sizeof *s->level);
  mem_free(s->mem, s->pair, s->cap_pair * sizeof *s->pair);
  mem_free(s->mem, s->edge, s->cap_edge * sizeof *s->edge);
  paper_deinit(&s->paper);
  s->mem = NULL;
}

static bool grow(Star *s, void *array, size_t *cap, size_t size, size_t want) { return want <= *cap || mem_grow(s->mem, array, cap, size, want); }

/* --- the leaves --- */

static const PaperAccess *access_to(const PaperBasis *b, uint32_t e, uint32_t obj) {
  for (uint32_t k = 0; k < b->ev[e].nacc; k++) if (b->acc[b->ev[e].first + k].obj == obj) return &b->acc[b->ev[e].first + k];
  return NULL;
}

static bool conflict(const PaperBasis *b, uint32_t e, uint32_t f) {
  for (uint32_t k = 0; k < b->ev[e].nacc; k++) {
    const PaperAccess *a = &b->acc[b->ev[e].first + k], *other = access_to(b, f, a->obj);
    if (other && (a->mode | other->mode) & ACC_W) return true;
  }
  return false;
}

static bool leaf(const PaperBasis *b, uint32_t e) { return b->ev[e].thread != b->root; }

static bool find_pairs(Star *s, const PaperBasis *b) {
  s->npair = 0;
  for (uint32_t f = 0; f < b->n; f++)
    for (uint32_t e = 0; e < f; e++) {
      if (!leaf(b, e) || !leaf(b, f) || b->ev[e].thread == b->ev[f].thread || !conflict(b, e, f)) continue;
      if (!grow(s, &s->pair, &s->cap_pair, sizeof *s->pair, s->npair + 1)) return false;
      s->pair[s->npair++] = (PaperEdge){ e, f };
    }
  return true;
}

/* Section 6: what sources mean for the leaves among themselves; closes as their order grows. */
static RealAnswer consequences(Realize *z, const PaperBasis *b, uint32_t r, const PaperAccess *a) {
  for (uint32_t w = 0; w < b->n; w++) {
    const PaperAccess *other = leaf(b, w) && w != r && w != a->source ? access_to(b, w, a->obj) : NULL;
    if (!other || !(other->mode & ACC_W)) continue;
    if (a->source == PAPER_INITIAL) {
      if (!real_edge(z, r, w)) return REAL_NO;
    } else if (leaf(b, a->source) && !real_either(z, w, a->source, r, w)) return REAL_NOMEM;
  }
  return REAL_YES;
}

static RealAnswer first_level(Star *s, const PaperBasis *b) {
  Realize *z = &s->level[0].z;
  if (!real_copy(z, &s->paper.closure)) return REAL_NOMEM;
  for (uint32_t r = 0; r < b->n; r++)
    for (uint32_t k = 0; leaf(b, r) && k < b->ev[r].nacc; k++) {
      const PaperAccess *a = &b->acc[b->ev[r].first + k];
      RealAnswer x = a->mode & ACC_R ? consequences(z, b, r, a) : REAL_YES;
      if (x != REAL_YES) return x;
    }
  s->level[0].pair = s->level[0].side = 0;
  return real_saturate(z);
}

/* --- going through their orders --- */

static bool level_room(Star *s, size_t n) {
  if (!grow(s, &s->level, &s->cap_level, sizeof *s->level, n)) return false;
  for (; s->nlevel < n; s->nlevel++) real_init(&s->level[s->nlevel].z, s->mem);
  return true;
}

static bool ordered(const Realize *z, PaperEdge p) { return real_before(z, p.from, p.to) || real_before(z, p.to, p.from); }

/* The basis with what level K says about the leaves. */
static bool with_leaves(Star *s, const PaperBasis *b, size_t k, PaperBasis *out) {
  const Realize *z = &s->level[k].z;
  *out = *b;
  if (!grow(s, &s->edge, &s->cap_edge, sizeof *s->edge, b->nedge + s->npair)) return false;
  if (b->nedge) memcpy(s->edge, b->edge, b->nedge * sizeof *b->edge);
  for (size_t i = 0; i < s->npair; i++) {
    PaperEdge p = s->pair[i];
    if (real_before(z, p.from, p.to)) s->edge[out->nedge++] = p;
    else if (real_before(z, p.to, p.from)) s->edge[out->nedge++] = (PaperEdge){ p.to, p.from };
  }
  out->edge = s->edge;
  return true;
}

/* Level K as it is, all pairs ordered (ORDER: for the trace) or only some (NULL). */
static RealAnswer ask(Star *s, const PaperBasis *b, size_t k, uint32_t *order) {
  PaperBasis basis;
  if (!with_leaves(s, b, k, &basis)) return REAL_NOMEM;
  return order ? paper_realize(&s->paper, &basis, order) : paper_possible(&s->paper, &basis);
}

/* One level more, the pair of level K ordered the next way. REAL_NO: that makes a cycle. */
static RealAnswer down(Star *s, size_t k) {
  if (!level_room(s, k + 2)) return REAL_NOMEM;
  StarLevel *l = &s->level[k], *next = &s->level[k + 1];
  PaperEdge p = s->pair[l->pair];
  bool back = l->side++;
  if (!real_copy(&next->z, &l->z)) return REAL_NOMEM;
  next->pair = l->pair + 1;
  next->side = 0;
  if (!real_edge(&next->z, back ? p.to : p.from, back ? p.from : p.to)) return REAL_NO;
  return real_saturate(&next->z);
}

/* What level K, new, has to say: a trace, or that none comes from it. REAL_BUDGET: neither, go on. */
static RealAnswer arrive(Star *s, const PaperBasis *b, size_t k, bool careful, uint32_t *order) {
  StarLevel *l = &s->level[k];
  while (l->pair < s->npair && ordered(&l->z, s->pair[l->pair])) l->pair++;
  if (l->pair == s->npair) {
    s->orders++;
    return ask(s, b, k, order);
  }
  RealAnswer a = careful ? ask(s, b, k, NULL) : REAL_YES;
  return a == REAL_YES ? REAL_BUDGET : a;
}

/* Depth first. Once an order of the leaves has failed we ask at each level whether there is any hope. */
static RealAnswer go_through(Star *s, const PaperBasis *b, uint32_t *order) {
  uint64_t most = s->orders + s->budget, steps = 0;
  bool careful = false;
  for (size_t k = 0; s->orders < most && steps < 64 * (uint64_t)s->budget; steps++) {
    RealAnswer a = s->level[k].side ? REAL_BUDGET : arrive(s, b, k, careful, order);
    if (a == REAL_YES || a == REAL_NOMEM) return a;
    if (a == REAL_NO) careful = true;
    if (a == REAL_NO || s->level[k].side == 2) {
      if (!k--) return REAL_NO;
      continue;
    }
    RealAnswer d = down(s, k);
    if (d == REAL_NOMEM) return d;
    if (d == REAL_YES) k++;
  }
  return REAL_BUDGET;
}

RealAnswer star_realize(Star *s, const PaperBasis *b, uint32_t root, uint32_t *order) {
  PaperBasis basis = *b;
  s->asked++;
  basis.root = PAPER_NO_ROOT;
  if (paper_acyclic(&s->paper, &basis)) return paper_realize(&s->paper, &basis, order);
  s->stars++;
  basis.root = root;
  RealAnswer a = paper_possible(&s->paper, &basis);
  if (a != REAL_YES) return a;
  if (!find_pairs(s, &basis) || !level_room(s, 1)) return REAL_NOMEM;
  a = first_level(s, &basis);
  return a == REAL_YES ? go_through(s, &basis, order) : a;
}
