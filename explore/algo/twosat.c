/* explore/algo/twosat.c -- see twosat.h. Components by Tarjan's algorithm, with its recursion as a list.
 * Components come out against the direction of the implications, so the literal whose component came first is the implied one:
 * making it true makes nothing else necessary that is not true already. */
#include "explore/algo/twosat.h"
#include <assert.h>
#include <string.h>

void sat_init(TwoSat *s, Mem *m) { *s = (TwoSat){ .mem = m }; }

void sat_deinit(TwoSat *s) {
  mem_free(s->mem, s->clause, s->cap_clause * sizeof *s->clause);
  mem_free(s->mem, s->edges, s->cap_edges * sizeof *s->edges);
  mem_free(s->mem, s->head, s->cap_head * sizeof *s->head);
  mem_free(s->mem, s->component, s->cap_component * sizeof *s->component);
  mem_free(s->mem, s->list, s->cap_list * sizeof *s->list);
  *s = (TwoSat){ .mem = s->mem };
}

void sat_begin(TwoSat *s, uint32_t vars) {
  s->vars = vars;
  s->nclause = 0;
}

static bool grow(TwoSat *s, void *array, size_t *cap, size_t size, size_t want) {
  return want <= *cap || mem_grow(s->mem, array, cap, size, want);
}

bool sat_clause(TwoSat *s, SatLit a, SatLit b) {
  assert(a / 2 < s->vars && b / 2 < s->vars);
  if (!grow(s, &s->clause, &s->cap_clause, sizeof *s->clause, s->nclause + 1)) return false;
  s->clause[s->nclause++] = (SatClause){ a, b };
  return true;
}

static bool room(TwoSat *s) {
  size_t lits = (size_t)2 * s->vars;
  return grow(s, &s->edges, &s->cap_edges, sizeof *s->edges, lits) &&
         grow(s, &s->head, &s->cap_head, sizeof *s->head, 2 * s->nclause) &&
         grow(s, &s->component, &s->cap_component, sizeof *s->component, lits) &&
         grow(s, &s->list, &s->cap_list, sizeof *s->list, 4 * lits);
}

/* The implications of a literal side by side in head. */
static void implications(TwoSat *s) {
  uint32_t lits = 2 * s->vars, at = 0;
  memset(s->edges, 0, lits * sizeof *s->edges);
  for (size_t i = 0; i < s->nclause; i++) {
    s->edges[sat_not(s->clause[i].a)].end++;
    s->edges[sat_not(s->clause[i].b)].end++;
  }
  for (uint32_t l = 0; l < lits; l++) {
    uint32_t many = s->edges[l].end;
    s->edges[l] = (SatEdges){ at, at };
    at += many;
  }
  for (size_t i = 0; i < s->nclause; i++) {
    SatClause c = s->clause[i];
    s->head[s->edges[sat_not(c.a)].end++] = c.b;
    s->head[s->edges[sat_not(c.b)].end++] = c.a;
  }
}

/* when: number at which a literal was met, from 1; 0: not met. low: the smallest number still open that it is known to reach.
 * path: literals being followed, each implied by the one before; open: met, component not known. */
typedef struct { uint32_t *when, *low, *path, *open, npath, nopen, met, found; } Tarjan;

static void enter(Tarjan *t, SatLit l) {
  t->when[l] = t->low[l] = ++t->met;
  t->path[t->npath++] = l;
  t->open[t->nopen++] = l;
}

static void reaches(Tarjan *t, SatLit l, uint32_t number) { if (number < t->low[l]) t->low[l] = number; }

/* The newest of the path is followed to its end. */
static void leave(TwoSat *s, Tarjan *t) {
  SatLit l = t->path[--t->npath], of;
  if (t->low[l] != t->when[l]) {             /* reaches one before it, which is then on the path */
    reaches(t, t->path[t->npath - 1], t->low[l]);
    return;
  }
  t->found++;
  do s->component[of = t->open[--t->nopen]] = t->found; while (of != l);
}

static void follow(TwoSat *s, Tarjan *t, SatLit start) {
  enter(t, start);
  while (t->npath) {
    SatLit l = t->path[t->npath - 1];
    SatEdges *e = &s->edges[l];
    if (e->next == e->end) { leave(s, t); continue; }
    SatLit to = s->head[e->next++];
    if (!t->when[to]) enter(t, to);
    else if (!s->component[to]) reaches(t, l, t->when[to]);
  }
}

SatAnswer sat_solve(TwoSat *s) {
  uint32_t lits = 2 * s->vars;
  if (s->nclause > UINT32_MAX / 2 || !room(s)) return SAT_NOMEM;
  if (!lits) return SAT_YES;
  implications(s);
  Tarjan t = { .when = s->list, .low = s->list + lits, .path = s->list + (size_t)2 * lits, .open = s->list + (size_t)3 * lits };
  memset(t.when, 0, lits * sizeof *t.when);
  memset(s->component, 0, lits * sizeof *s->component);
  for (SatLit l = 0; l < lits; l++) if (!t.when[l]) follow(s, &t, l);
  for (SatLit l = 0; l < lits; l += 2) if (s->component[l] == s->component[l + 1]) return SAT_NO;
  return SAT_YES;
}
