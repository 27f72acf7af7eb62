/* explore/algo/cycle.c -- one cycle of a component, by breadth-first searches inside it. See lasso.h.
 * A fair one: from where the way has come to, the shortest way on to something that satisfies a thread which the way so
 * far does not -- a step of it, or a state in which it cannot step -- until all are satisfied; then back to the entry. */
#include "explore/algo/lasso.h"
#include <assert.h>

typedef struct {
  const LassoGraph *g;
  const uint32_t *component; uint32_t id;
  LassoStep *via;                            /* per state: the step that the search came by; nth LASSO_NOT_MET: it did not */
  uint32_t *queue; size_t n;
  bool missing[VM_MAX_THREADS + 1]; unsigned nmissing;     /* threads that could go on all the time so far, and did not */
  LassoCycle *out;
} Search;

#define NOT_MET LASSO_NOT_MET

static const LassoEdge *edges(const Search *s, uint32_t state, uint32_t *n) {
  const LassoState *x = &s->g->states[state];
  *n = x->n;
  return s->g->edges + x->first;
}

static bool inside(const Search *s, const LassoEdge *e) { return s->component[e->to] == s->id; }

/* --- what the way satisfies --- */

static void satisfied(Search *s, VmTid tid) {
  s->nmissing -= s->missing[tid];
  s->missing[tid] = false;
}

/* Marks in CAN who can step in STATE; returns how many of the missing ones can. */
static unsigned who_can(const Search *s, uint32_t state, bool *can) {
  uint32_t n;
  const LassoEdge *e = edges(s, state, &n);
  unsigned found = 0;
  int last = -1;
  for (uint32_t i = 0; i < n; i++) {
    if (e[i].choice == VM_CRASH || e[i].tid == last) continue;
    last = e[i].tid;
    if (can) can[last] = true;
    found += s->missing[last];
  }
  return found;
}

static void pass(Search *s, uint32_t state) {
  bool can[VM_MAX_THREADS + 1] = { false };
  if (who_can(s, state, can) == s->nmissing) return;
  for (int tid = 0; tid <= VM_MAX_THREADS; tid++)
    if (!can[tid]) satisfied(s, (VmTid)tid);
}

/* --- ways --- */

static bool append(Search *s, LassoStep step) {
  LassoCycle *c = s->out;
  if (!mem_grow(c->mem, (void **)&c->at, &c->cap, sizeof *c->at, c->n + 1)) return false;
  c->at[c->n++] = step;
  return true;
}

/* Appends the way from START to STATE that the search found, from its end, and turns it round. */
static bool append_way(Search *s, uint32_t start, uint32_t state) {
  size_t i = s->out->n;
  for (; state != start; state = s->via[state].from)
    if (!append(s, s->via[state])) return false;
  for (size_t j = s->out->n; i + 1 < j; i++) {
    LassoStep x = s->out->at[i];
    s->out->at[i] = s->out->at[--j];
    s->out->at[j] = x;
  }
  return true;
}

static void meet(Search *s, uint32_t state, LassoStep via) {
  s->via[state] = via;
  s->queue[s->n++] = state;
}

static void forget(Search *s) {
  while (s->n) s->via[s->queue[--s->n]].nth = NOT_MET;
}

/* The step from STATE that ends this search: back to GOAL, or by a missing thread when there are any; NOT_MET: none. */
static uint32_t last_step(const Search *s, uint32_t state, uint32_t goal) {
  uint32_t n;
  const LassoEdge *e = edges(s, state, &n);
  for (uint32_t i = 0; i < n; i++)
    if (inside(s, &e[i]) && (s->nmissing ? s->missing[e[i].tid] : e[i].to == goal)) return i;
  return NOT_MET;
}

static void widen(Search *s, uint32_t state) {
  uint32_t n;
  const LassoEdge *e = edges(s, state, &n);
  for (uint32_t i = 0; i < n; i++)
    if (inside(s, &e[i]) && s->via[e[i].to].nth == NOT_MET) meet(s, e[i].to, (LassoStep){ state, i });
}

/* Where the search ends: in a state where a missing thread cannot step (nth NOT_MET), or with a last step from it. */
static LassoStep look(Search *s, uint32_t start, uint32_t goal) {
  meet(s, start, (LassoStep){ start, 0 });
  for (size_t i = 0;; i++) {
    assert(i < s->n);                        /* the component is connected, and fair where that is asked for */
    LassoStep end = { s->queue[i], NOT_MET };
    if (s->nmissing && who_can(s, end.from, NULL) < s->nmissing) return end;
    end.nth = last_step(s, end.from, goal);
    if (end.nth != NOT_MET) return end;
    widen(s, end.from);
  }
}

/* Goes on from *AT: to what satisfies a missing thread, or, when there is none, back to GOAL by at least one step. */
static bool go_on(Search *s, uint32_t *at, uint32_t goal) {
  size_t from = s->out->n;
  LassoStep end = look(s, *at, goal);
  bool room = append_way(s, *at, end.from) && (end.nth == NOT_MET || append(s, end));
  forget(s);
  for (size_t i = from; room && i < s->out->n; i++) {
    const LassoEdge *e = lasso_edge_of(s->g, s->out->at[i]);
    satisfied(s, e->tid);
    pass(s, *at = e->to);
  }
  return room;
}

static bool go_round(Search *s, uint32_t entry) {
  uint32_t at = entry;
  while (s->nmissing)
    if (!go_on(s, &at, entry)) return false;
  return (at == entry && s->out->n) || go_on(s, &at, entry);
}

bool lasso_cycle(const LassoGraph *g, const Lassos *all, const Lasso *l, bool fair, LassoCycle *out) {
  Search s = { .g = g, .component = all->component, .id = all->component[l->entry], .via = all->via, .queue = all->queue, .out = out };
  *out = (LassoCycle){ .mem = g->mem };
  for (int tid = 0; tid <= VM_MAX_THREADS && fair; tid++) s.missing[tid] = true, s.nmissing++;
  if (fair) pass(&s, l->entry);
  return go_round(&s, l->entry);
}

void lasso_cycle_drop(LassoCycle *c) { mem_free(c->mem, c->at, c->cap * sizeof *c->at); }

size_t lasso_starved(const LassoGraph *g, const LassoCycle *c, VmTid *starved) {
  Search s = { .g = g };
  size_t n = 0;
  for (int tid = 0; tid <= VM_MAX_THREADS; tid++) s.missing[tid] = true, s.nmissing++;
  for (size_t i = 0; i < c->n; i++) {
    pass(&s, c->at[i].from);
    satisfied(&s, lasso_edge_of(g, c->at[i])->tid);
  }
  for (int tid = 0; tid <= VM_MAX_THREADS; tid++)
    if (s.missing[tid]) starved[n++] = (VmTid)tid;
  return n;
}
