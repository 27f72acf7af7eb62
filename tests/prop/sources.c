/* tests/prop/sources.c -- see sources.h. */
#include "tests/prop/sources.h"
#include <stdlib.h>
#include <string.h>

static void *allocate(size_t n, size_t size) {
  void *p = calloc(n ? n : 1, size);
  CHECK(p);
  return p;
}

static ActionMask bit(unsigned i) { return (ActionMask)1 << i; }

static unsigned index_of(ActionMask one) {
  unsigned i = 0;
  while (one >>= 1) i++;
  return i;
}

/* --- the graph --- */

/* An event with its wait sets, and as it would be without. */
typedef struct { KeptEvent all; VmAcc own[KEPT_ACC]; } Pending;

typedef struct {
  VmState *s;
  FullGraph *g;
  ByteSet queue;                   /* handle encodings, which this machine can go back to */
  size_t max_states;
  Pending *pending;                /* of the state being expanded */
} Build;

static void keep(Pending *p, const VmEvent *ev) {
  event_keep(&p->all, ev);
  CHECK(ev->nown <= KEPT_ACC && ev->nownops <= ev->nops);
  if (ev->nown) memcpy(p->own, ev->own, ev->nown * sizeof *ev->own);
  p->all.ev.own = p->own;
}

static VmEvent own(const VmEvent *ev) {
  VmEvent x = *ev;
  x.acc = ev->own;
  x.nacc = ev->nown;
  x.nops = ev->nownops;
  return x;
}

static bool common_object(const VmEvent *x, const VmEvent *y) {
  for (uint32_t i = 0; i < x->nacc; i++)
    for (uint32_t k = 0; k < y->nacc; k++) if (ACC_OBJ(x->acc[i]) == ACC_OBJ(y->acc[k])) return true;
  return false;
}

static bool related(VmState *s, const Pending *p, const Pending *q, SourceRelation relation) {
  VmEvent x = own(&p->all.ev), y = own(&q->all.ev);
  switch (relation) {
    case RELATE_OWN: return ev_dependent(s, &x, &y);
    case RELATE_OBJECT: return ev_dependent(s, &x, &y) || common_object(&x, &y);
    case RELATE_WAITS: return ev_dependent(s, &p->all.ev, &q->all.ev);
    case RELATIONS: break;
  }
  return true;
}

static size_t discover(Build *b) {
  FullGraph *g = b->g;
  size_t len, index;
  const uint8_t *bytes = vm_encode(b->s, &len, true);
  CHECK(bytes);
  if (!set_add(&g->known, bytes, len, &index)) return index;
  bytes = vm_encode(b->s, &len, false);
  CHECK(bytes && set_add(&b->queue, bytes, len, NULL));
  if (g->n == g->cap) {
    g->cap = g->cap ? 2 * g->cap : 64;
    g->at = realloc(g->at, g->cap * sizeof *g->at);
    CHECK(g->at);
  }
  g->at[g->n++] = (SourceState){ 0 };
  return index;
}

/* The enabled actions with their events. False: too many. */
static bool look(Build *b, SourceState *state) {
  const VmAction *a;
  size_t crashes = 0, n = vm_actions(b->s, &a, &crashes);
  CHECK(n != SIZE_MAX);
  if (n > MAX_SOURCE_ACTIONS) return false;
  state->n = (unsigned)n;
  state->end = n == crashes;
  state->actions = allocate(n, sizeof *a);
  state->to = allocate(n, sizeof *state->to);
  if (n) memcpy(state->actions, a, n * sizeof *a);
  for (unsigned i = 0; i < n; i++) {
    VmEvent ev;
    VmStatus st = vm_peek(b->s, state->actions[i].tid, state->actions[i].choice, &ev);
    CHECK(st == VM_OK || st == VM_FAULT);
    keep(&b->pending[i], &ev);
  }
  return true;
}

static void relate(Build *b, SourceState *state) {
  for (int r = 0; r < RELATIONS; r++) {
    state->independent[r] = allocate(state->n, sizeof(ActionMask));
    for (unsigned i = 0; i < state->n; i++)
      for (unsigned k = 0; k < state->n; k++)
        if (!related(b->s, &b->pending[i], &b->pending[k], (SourceRelation)r)) state->independent[r][i] |= bit(k);
  }
}

static void expand(Build *b, size_t index) {
  size_t len;
  const uint8_t *bytes = set_get(&b->queue, index, &len);
  uint8_t *copy = allocate(len, 1);
  SourceState state = { 0 };
  memcpy(copy, bytes, len);
  vm_decode(b->s, copy, len);
  if (!look(b, &state)) b->g->cut = true;
  else relate(b, &state);
  for (unsigned i = 0; i < state.n; i++) {
    VmEvent ev;
    vm_decode(b->s, copy, len);
    VmStatus st = vm_step(b->s, state.actions[i].tid, state.actions[i].choice, &ev);
    CHECK(st == VM_OK || st == VM_FAULT);
    state.to[i] = discover(b);
  }
  b->g->at[index] = state;
  free(copy);
}

static bool some_thread_failed(const VmState *s) {
  for (unsigned t = 0; t < vm_nthreads(s); t++) if (vm_thread(s, (VmTid)t) == TH_FAILED) return true;
  return false;
}

/* Depth first; a state that is met while it is open lies on a cycle. */
typedef struct { size_t state; unsigned next; } Visit;

static void sort(FullGraph *g) {
  enum { NEW, OPEN, DONE };
  Visit *stack = allocate(g->n, sizeof *stack);
  uint8_t *mark = allocate(g->n, 1);
  size_t depth = 1, done = 0;
  g->order = allocate(g->n, sizeof *g->order);
  mark[0] = OPEN;
  while (depth) {
    Visit *v = &stack[depth - 1];
    const SourceState *s = &g->at[v->state];
    if (v->next == s->n) {
      mark[v->state] = DONE;
      g->order[done++] = v->state;
      depth--;
      continue;
    }
    size_t to = s->to[v->next++];
    g->cyclic |= mark[to] == OPEN;
    if (mark[to] != NEW) continue;
    mark[to] = OPEN;
    stack[depth++] = (Visit){ to, 0 };
  }
  free(stack);
  free(mark);
}

void sources_build(Model *m, const VmNumbering *numbers, size_t max_states, FullGraph *g) {
  Mem mem;
  *g = (FullGraph){ 0 };
  mem_init(&mem, 0);
  Build b = { .s = vm_new(m->program, &mem), .g = g, .max_states = max_states };
  CHECK(b.s && vm_adopt(b.s, numbers));
  b.pending = allocate(MAX_SOURCE_ACTIONS, sizeof *b.pending);
  VmStatus st = vm_initial_status(b.s);
  g->no_start = st == VM_BLOCKED || (st == VM_FAULT && !some_thread_failed(b.s));
  if (!g->no_start) discover(&b);
  for (size_t i = 0; i < g->n && !g->cut; i++) {
    expand(&b, i);
    g->cut |= g->n > max_states;
  }
  if (g->n && !g->cut) sort(g);
  g->numbers = vm_numbering(b.s, &m->arena);
  free(b.pending);
  set_free(&b.queue);
  vm_free(b.s);
  mem_deinit(&mem);
}

void sources_free(FullGraph *g) {
  for (size_t i = 0; i < g->n; i++) {
    SourceState *s = &g->at[i];
    free(s->actions);
    free(s->to);
    for (int r = 0; r < RELATIONS; r++) free(s->independent[r]);
    free(s->first);
  }
  free(g->at);
  free(g->order);
  set_free(&g->known);
  *g = (FullGraph){ 0 };
}

/* --- masks --- */

ActionMask sources_bit(const SourceState *s, VmAction a) {
  for (unsigned i = 0; i < s->n; i++) if (s->actions[i].tid == a.tid && s->actions[i].choice == a.choice) return bit(i);
  return 0;
}

ActionMask sources_unmet(const SourceState *s, ActionMask mask) {
  for (unsigned i = 0; i < s->nfirst; i++) if (!(s->first[i] & mask)) return s->first[i];
  return 0;
}

/* Independent actions stay enabled. */
ActionMask sources_after(const FullGraph *g, SourceRelation relation, size_t i, unsigned a, ActionMask mask) {
  const SourceState *s = &g->at[i], *t = &g->at[s->to[a]];
  ActionMask out = 0;
  mask &= s->independent[relation][a];
  for (unsigned k = 0; k < s->n; k++) {
    if (!(mask & bit(k))) continue;
    ActionMask there = sources_bit(t, s->actions[k]);
    CHECK(there);
    out |= there;
  }
  return out;
}

/* MASK of the state after the A-th action, those that were enabled before and are independent of it. */
static ActionMask before(const FullGraph *g, SourceRelation relation, size_t i, unsigned a, ActionMask mask) {
  const SourceState *s = &g->at[i], *t = &g->at[s->to[a]];
  ActionMask out = 0;
  for (unsigned k = 0; k < t->n; k++) if (mask & bit(k)) out |= sources_bit(s, t->actions[k]);
  return out & s->independent[relation][a];
}

void sources_text(const SourceState *s, ActionMask mask, Text *out) {
  const char *sep = "";
  for (unsigned i = 0; i < s->n; i++) {
    if (!(mask & bit(i))) continue;
    if (s->actions[i].choice == VM_CRASH) text_add(out, "%sthread %u crash", sep, s->actions[i].tid);
    else text_add(out, "%sthread %u choice %u", sep, s->actions[i].tid, s->actions[i].choice);
    sep = ", ";
  }
}

/* --- first sets --- */

/* Keeps the smallest ones only. */
static void add_first(SourceState *s, ActionMask f) {
  unsigned n = 0;
  for (unsigned i = 0; i < s->nfirst; i++) if ((s->first[i] & f) == s->first[i]) return;
  for (unsigned i = 0; i < s->nfirst; i++) if ((s->first[i] & f) != f) s->first[n++] = s->first[i];
  s->first = realloc(s->first, (n + 1) * sizeof *s->first);
  CHECK(s->first);
  s->first[n++] = f;
  s->nfirst = n;
}

static bool first_of(FullGraph *g, size_t i, unsigned most) {
  SourceState *s = &g->at[i];
  s->nfirst = 0;
  for (unsigned a = 0; a < s->n; a++) {
    const SourceState *t = &g->at[s->to[a]];
    if (t->end) add_first(s, bit(a));
    for (unsigned k = 0; k < t->nfirst; k++) add_first(s, bit(a) | before(g, g->relation, i, a, t->first[k]));
    if (s->nfirst > most) return false;
  }
  return true;
}

bool sources_first(FullGraph *g, SourceRelation relation, unsigned most) {
  g->relation = relation;
  for (size_t i = 0; i < g->n; i++) if (!first_of(g, g->order[i], most)) return false;
  return true;
}

/* --- classes: a tree with sleep sets has each once --- */

static uint64_t sum(uint64_t x, uint64_t y) { return x > UINT64_MAX - y ? UINT64_MAX : x + y; }

typedef struct { const FullGraph *g; SourceRelation relation; bool complete; ByteSet keys; uint64_t *value; size_t cap; } Count;

static uint64_t count_from(Count *c, size_t i, ActionMask sleep);

static uint64_t count_below(Count *c, size_t i, ActionMask sleep) {
  const SourceState *s = &c->g->at[i];
  uint64_t n = s->n == 0 || (c->complete && s->end);
  for (unsigned a = 0; a < s->n; a++) {
    if (sleep & bit(a)) continue;
    n = sum(n, count_from(c, s->to[a], sources_after(c->g, c->relation, i, a, sleep)));
    sleep |= bit(a);
  }
  return n;
}

static uint64_t count_from(Count *c, size_t i, ActionMask sleep) {
  struct { size_t i; ActionMask sleep; } key = { i, sleep };
  size_t index;
  if (!set_add(&c->keys, &key, sizeof key, &index)) return c->value[index];
  uint64_t n = count_below(c, i, sleep);
  if (c->keys.count > c->cap) {
    c->cap = 2 * c->keys.count;
    c->value = realloc(c->value, c->cap * sizeof *c->value);
    CHECK(c->value);
  }
  c->value[index] = n;
  return n;
}

uint64_t sources_classes(const FullGraph *g, SourceRelation relation, bool complete) {
  Count c = { .g = g, .relation = relation, .complete = complete };
  uint64_t n = g->n ? count_from(&c, 0, 0) : 0;
  set_free(&c.keys);
  free(c.value);
  return n;
}

uint64_t sources_runs(const FullGraph *g) {
  uint64_t *n = allocate(g->n, sizeof *n), all;
  for (size_t k = 0; k < g->n; k++) {
    const SourceState *s = &g->at[g->order[k]];
    n[g->order[k]] = s->end;
    for (unsigned a = 0; a < s->n; a++) n[g->order[k]] = sum(n[g->order[k]], n[s->to[a]]);
  }
  all = g->n ? n[0] : 0;
  free(n);
  return all;
}

typedef struct {
  const FullGraph *g;
  SourceRelation relation;
  uint64_t left;
  bool (*visit)(void *ctx, const SourceStep *way, size_t n);
  void *ctx;
  SourceStep *way; size_t n, cap;
} Each;

static void each_from(Each *e, size_t i, ActionMask sleep) {
  const SourceState *s = &e->g->at[i];
  if (e->n == e->cap) {
    e->cap = e->cap ? 2 * e->cap : 64;
    e->way = realloc(e->way, e->cap * sizeof *e->way);
    CHECK(e->way);
  }
  if (s->end && e->left) e->left = e->visit(e->ctx, e->way, e->n) ? e->left - 1 : 0;
  for (unsigned a = 0; a < s->n && e->left; a++) {
    if (sleep & bit(a)) continue;
    e->way[e->n++] = (SourceStep){ i, a };
    each_from(e, s->to[a], sources_after(e->g, e->relation, i, a, sleep));
    e->n--;
    sleep |= bit(a);
  }
}

void sources_each_class(const FullGraph *g, SourceRelation relation, uint64_t most, bool (*visit)(void *ctx, const SourceStep *way, size_t n), void *ctx) {
  Each e = { .g = g, .relation = relation, .left = most, .visit = visit, .ctx = ctx };
  if (g->n) each_from(&e, 0, 0);
  free(e.way);
}

/* --- following a run --- */

typedef struct { const FullGraph *g; SourceRelation relation; const ActionMask *edges; ByteSet failed; } Follow;

/* The K-th step of the way, brought to its front, as the action of the first state; 0: it cannot be. */
static ActionMask brought(const Follow *f, const SourceStep *way, size_t k) {
  VmAction a = f->g->at[way[k].state].actions[way[k].action];
  while (k-- > 0) {
    const SourceState *s = &f->g->at[way[k].state];
    ActionMask there = sources_bit(s, a);
    if (!(there & s->independent[f->relation][way[k].action])) return 0;
    if (k == 0) return there;
  }
  return bit(way[0].action);
}

/* The rest of the way when its K-th step goes first; the states are others now. */
static void without(const Follow *f, const SourceStep *way, size_t n, size_t k, size_t state, SourceStep *out) {
  size_t m = 0;
  for (size_t i = 0; i < n; i++) {
    if (i == k) continue;
    const SourceState *s = &f->g->at[state];
    ActionMask there = sources_bit(s, f->g->at[way[i].state].actions[way[i].action]);
    CHECK(there);
    out[m++] = (SourceStep){ state, index_of(there) };
    state = s->to[index_of(there)];
  }
}

/* What is left of a run of one class is told by how much of each thread is left. */
static bool seen(Follow *f, const SourceStep *way, size_t n) {
  uint8_t left[VM_MAX_THREADS + 1] = { 0 };
  for (size_t i = 0; i < n; i++) left[f->g->at[way[i].state].actions[way[i].action].tid]++;
  return !set_add(&f->failed, left, sizeof left, NULL);
}

static bool follow(Follow *f, const SourceStep *way, size_t n) {
  bool found = n == 0;
  if (n && seen(f, way, n)) return false;
  SourceStep *rest = allocate(n, sizeof *rest);
  for (size_t k = 0; k < n && !found; k++) {
    ActionMask a = brought(f, way, k);
    if (!(a & f->edges[way[0].state])) continue;
    without(f, way, n, k, f->g->at[way[0].state].to[index_of(a)], rest);
    found = follow(f, rest, n - 1);
  }
  free(rest);
  return found;
}

bool sources_followed(const FullGraph *g, SourceRelation relation, const SourceStep *way, size_t n, const ActionMask *edges) {
  Follow f = { .g = g, .relation = relation, .edges = edges };
  bool yes = follow(&f, way, n);
  set_free(&f.failed);
  return yes;
}
