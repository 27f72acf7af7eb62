/* explore/algo/lasso.c -- the graph, and its components judged. See lasso.h.
 * Tarjan, "Depth-First Search and Linear Graph Algorithms", SIAM J. Comput. 1972, with a stack of its own in place of calls.
 * A component comes out after all that can be reached from it, so what is known of those is at hand. */
#include "explore/algo/lasso.h"
#include <assert.h>
#include <stdlib.h>

/* --- the graph --- */

void lasso_init(LassoGraph *g, Mem *m) { *g = (LassoGraph){ .mem = m }; }

void lasso_deinit(LassoGraph *g) {
  mem_free(g->mem, g->states, g->states_cap * sizeof *g->states);
  mem_free(g->mem, g->edges, g->edges_cap * sizeof *g->edges);
}

bool lasso_state(LassoGraph *g, uint8_t ended, bool counts) {
  if (!mem_grow(g->mem, (void **)&g->states, &g->states_cap, sizeof *g->states, g->nstates + 1)) return false;
  g->states[g->nstates++] = (LassoState){ .ended = ended, .counts = counts };
  return true;
}

void lasso_expand(LassoGraph *g, uint32_t state) {
  LassoState *s = &g->states[state];
  assert(!s->known);
  s->first = g->nedges;
  s->known = true;
  g->expanding = state;
}

bool lasso_edge(LassoGraph *g, LassoEdge e) {
  if (!mem_grow(g->mem, (void **)&g->edges, &g->edges_cap, sizeof *g->edges, g->nedges + 1)) return false;
  g->edges[g->nedges++] = e;
  g->states[g->expanding].n++;
  return true;
}

/* --- Tarjan --- */

typedef struct { uint32_t state, nth; } Frame;         /* NTH edge is next */
typedef struct {
  const LassoGraph *g;
  Lassos *out;
  bool fair, all;
  uint32_t *index, *low;         /* per state; index 0: not met */
  uint32_t *stack; size_t top;   /* states without component */
  Frame *calls; size_t depth;
  uint16_t *hope;                /* per component */
  uint32_t met, ncomponents;
} Tarjan;

#define NO_COMPONENT UINT32_MAX

static bool tarjan_init(Tarjan *t, Mem *m, size_t n) {
  t->index = mem_alloc(m, n * sizeof *t->index);
  t->low = mem_alloc(m, n * sizeof *t->low);
  t->stack = mem_alloc(m, n * sizeof *t->stack);
  t->calls = mem_alloc(m, n * sizeof *t->calls);
  t->hope = mem_alloc(m, n * sizeof *t->hope);
  return t->index && t->low && t->stack && t->calls && t->hope;
}

static void tarjan_deinit(Tarjan *t, Mem *m, size_t n) {
  mem_free(m, t->index, n * sizeof *t->index);
  mem_free(m, t->low, n * sizeof *t->low);
  mem_free(m, t->stack, n * sizeof *t->stack);
  mem_free(m, t->calls, n * sizeof *t->calls);
  mem_free(m, t->hope, n * sizeof *t->hope);
}

/* --- one component: stack[from .. top) --- */

typedef struct {
  uint32_t id, entry;
  size_t size;
  bool cyclic;
  uint16_t hope;
  uint32_t can[VM_MAX_THREADS + 1];          /* in how many states the thread can step */
  bool steps[VM_MAX_THREADS + 1];            /* it does, inside */
} Component;

static void hope_for(Component *c, uint16_t hope) {
  if (hope != HOPE_NONE && (c->hope == HOPE_NONE || hope < c->hope)) c->hope = hope;
}

static void add_edge(const Tarjan *t, Component *c, const LassoState *from, const LassoEdge *e) {
  uint32_t other = t->out->component[e->to];
  if (t->g->states[e->to].ended > from->ended) hope_for(c, e->ends ? (uint16_t)(e->tid + 1) : HOPE_SOMEBODY);
  else if (other != c->id) hope_for(c, t->hope[other]);
  if (other == c->id) c->cyclic = c->steps[e->tid] = true;
}

static void add_state(const Tarjan *t, Component *c, uint32_t state) {
  const LassoState *s = &t->g->states[state];
  int last = -1;
  if (state < c->entry) c->entry = state;
  if (!s->known) hope_for(c, HOPE_UNKNOWN);
  for (const LassoEdge *e = t->g->edges + s->first, *end = e + s->n; e < end; e++) {
    add_edge(t, c, s, e);
    if (e->tid == last || e->choice == VM_CRASH) continue;
    last = e->tid;
    c->can[last]++;
  }
}

static bool is_fair(const Component *c) {
  for (int tid = 0; tid <= VM_MAX_THREADS; tid++)
    if (c->can[tid] == c->size && !c->steps[tid]) return false;
  return true;
}

static CycleKind kind_of(const Tarjan *t, const Component *c) {
  if (!c->cyclic || !t->g->states[c->entry].counts) return CYCLE_NONE;
  bool fair = is_fair(c);
  if (c->hope == HOPE_NONE && (fair || !t->fair)) return CYCLE_HOPELESS;
  if (fair) return CYCLE_LIVELOCK;
  return t->fair ? CYCLE_NONE : CYCLE_STARVATION;
}

static int by_weight(const void *x, const void *y) {
  const Lasso *a = x, *b = y;
  if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
  return a->entry < b->entry ? -1 : a->entry > b->entry;
}

static bool keep(Tarjan *t, const Component *c, CycleKind kind) {
  Lassos *l = t->out;
  Lasso found = { .kind = (uint16_t)kind, .hope = c->hope, .entry = c->entry };
  if (!t->all && l->n) {
    if (by_weight(&found, &l->at[0]) < 0) l->at[0] = found;
    return true;
  }
  if (!mem_grow(l->mem, (void **)&l->at, &l->cap, sizeof *l->at, l->n + 1)) return false;
  l->at[l->n++] = found;
  return true;
}

/* Most components are one state on no cycle; what they hope for is all there is to know. */
static bool judge(Tarjan *t, size_t from) {
  Component c = { .id = t->ncomponents++, .entry = UINT32_MAX, .size = t->top - from };
  for (size_t i = from; i < t->top; i++) t->out->component[t->stack[i]] = c.id;
  for (size_t i = from; i < t->top; i++) add_state(t, &c, t->stack[i]);
  t->hope[c.id] = c.hope;
  t->top = from;
  CycleKind kind = kind_of(t, &c);
  return kind == CYCLE_NONE || keep(t, &c, kind);
}

/* --- the walk --- */

static void enter(Tarjan *t, uint32_t state) {
  t->index[state] = t->low[state] = ++t->met;
  t->stack[t->top++] = state;
  t->calls[t->depth++] = (Frame){ state, 0 };
}

static void lower(Tarjan *t, uint32_t state, uint32_t to) {
  if (to < t->low[state]) t->low[state] = to;
}

/* All edges of the top state are done. */
static bool leave(Tarjan *t) {
  uint32_t state = t->calls[--t->depth].state;
  if (t->depth) lower(t, t->calls[t->depth - 1].state, t->low[state]);
  if (t->low[state] != t->index[state]) return true;
  size_t from = t->top;
  while (t->stack[--from] != state) {}
  return judge(t, from);
}

static bool walk(Tarjan *t, uint32_t root) {
  enter(t, root);
  while (t->depth) {
    Frame *f = &t->calls[t->depth - 1];
    const LassoState *s = &t->g->states[f->state];
    if (f->nth == s->n) {
      if (!leave(t)) return false;
      continue;
    }
    uint32_t to = t->g->edges[s->first + f->nth++].to;
    if (!t->index[to]) enter(t, to);
    else if (t->out->component[to] == NO_COMPONENT) lower(t, f->state, t->index[to]);
  }
  return true;
}

static bool walk_all(Tarjan *t) {
  for (uint32_t i = 0; i < t->g->nstates; i++)
    if (!t->index[i] && !walk(t, i)) return false;
  return true;
}

static bool room_for_cycles(Lassos *l) {
  l->via = mem_alloc(l->mem, l->nstates * sizeof *l->via);
  l->queue = mem_alloc(l->mem, l->nstates * sizeof *l->queue);
  for (size_t i = 0; l->via && i < l->nstates; i++) l->via[i].nth = LASSO_NOT_MET;
  return l->via && l->queue;
}

bool lasso_judge(const LassoGraph *g, bool fair, bool all, Lassos *out) {
  Tarjan t = { .g = g, .out = out, .fair = fair, .all = all };
  *out = (Lassos){ .mem = g->mem, .nstates = g->nstates };
  out->component = mem_alloc(g->mem, g->nstates * sizeof *out->component);
  for (size_t i = 0; out->component && i < g->nstates; i++) out->component[i] = NO_COMPONENT;
  bool done = tarjan_init(&t, g->mem, g->nstates) && out->component && walk_all(&t);
  tarjan_deinit(&t, g->mem, g->nstates);
  if (done && out->n) qsort(out->at, out->n, sizeof *out->at, by_weight);
  return done && (!out->n || room_for_cycles(out));
}

void lasso_drop(Lassos *l) {
  mem_free(l->mem, l->component, l->nstates * sizeof *l->component);
  mem_free(l->mem, l->via, l->nstates * sizeof *l->via);
  mem_free(l->mem, l->queue, l->nstates * sizeof *l->queue);
  mem_free(l->mem, l->at, l->cap * sizeof *l->at);
}
