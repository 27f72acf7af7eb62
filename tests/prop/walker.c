/* tests/prop/walker.c -- see walker.h. */
#include "tests/prop/walker.h"
#include <stdlib.h>
#include <string.h>

/* A node on the stack. */
typedef struct {
  size_t state;
  uint32_t depth;
  ActionMask asleep;         /* at the start */
  ActionMask gone;           /* and those taken since */
  ActionMask edges, plan;    /* plan: of WALK_ANY, WALK_PERSISTENT */
  uint64_t paths;
} Frame;

typedef struct { size_t state; ActionMask asleep; uint64_t paths; size_t next; } Node;

typedef struct Walk {
  Rng rng;
  Frame *stack; size_t n, cap;
  Node *nodes; size_t nnodes, nodes_cap;     /* finished; those of a state are a list */
  size_t *head;              /* per state: its first node, plus 1 */
  bool *seen, *open;         /* per state; open: on the stack */
  unsigned taken;            /* the action of the last step */
  unsigned opportunities;
} Walk;

static ActionMask bit(unsigned i) { return (ActionMask)1 << i; }
static ActionMask all_of(const SourceState *s) { return s->n == 64 ? ~(ActionMask)0 : bit(s->n) - 1; }
static const SourceState *state_of(const Walker *w, size_t i) { return &w->g->at[i]; }

static bool mistaken(Walker *w, WalkFault fault) {
  if (w->fault != fault || w->happened || w->walk->opportunities++ != w->which) return false;
  return w->happened = true;
}

static ActionMask of_thread(const SourceState *s, VmTid tid) {
  ActionMask out = 0;
  for (unsigned i = 0; i < s->n; i++) if (s->actions[i].tid == tid) out |= bit(i);
  return out;
}

/* In state I thread TID can do nothing but MINE, what it could do in FROM, and nobody else something that depends on it. */
static bool undisturbed(const Walker *w, size_t i, VmTid tid, const SourceState *from, ActionMask mine) {
  const SourceState *s = state_of(w, i);
  ActionMask here = of_thread(s, tid);
  for (unsigned k = 0; k < from->n; k++) if (mine & bit(k)) here &= ~sources_bit(s, from->actions[k]);
  if (here) return false;                                    /* it can do more now */
  here = of_thread(s, tid);
  for (unsigned k = 0; k < s->n; k++) if (!(here & bit(k)) && here & ~s->independent[w->relation][k]) return false;
  return true;
}

/* Over all that the others can do while TID waits. */
static bool persistent(const Walker *w, size_t from, VmTid tid) {
  bool *met = calloc(w->g->n, sizeof *met), good = true;
  size_t *queue = calloc(w->g->n, sizeof *queue), n = 1;
  CHECK(met && queue);
  queue[0] = from;
  met[from] = true;
  for (size_t i = 0; i < n && good; i++) {
    const SourceState *s = state_of(w, queue[i]);
    good = undisturbed(w, queue[i], tid, state_of(w, from), of_thread(state_of(w, from), tid));
    for (unsigned a = 0; a < s->n; a++) {
      if (s->actions[a].tid == tid || met[s->to[a]]) continue;
      met[s->to[a]] = true;
      queue[n++] = s->to[a];
    }
  }
  free(met);
  free(queue);
  return good;
}

static bool closes_cycle(const Walker *w, const SourceState *s, ActionMask plan) {
  for (unsigned a = 0; a < s->n; a++) if (plan & bit(a) && w->walk->open[s->to[a]]) return true;
  return false;
}

static ActionMask persistent_plan(Walker *w, size_t state) {
  const SourceState *s = state_of(w, state);
  for (unsigned a = 0; a < s->n; a++) {
    ActionMask mine = of_thread(s, s->actions[a].tid);
    bool first = !(mine & (bit(a) - 1)), only_crash = s->actions[a].choice == VM_CRASH;      /* a run can end without that */
    if (!first || only_crash || mine == all_of(s) || !persistent(w, state, s->actions[a].tid)) continue;
    bool cycle = closes_cycle(w, s, mine);
    if (w->fault == WALK_NO_PROVISO) w->happened |= cycle;
    if (!cycle || w->fault == WALK_NO_PROVISO) return mine;
  }
  return all_of(s);
}

static void push(Walker *w, size_t state, uint32_t depth, ActionMask asleep) {
  Walk *k = w->walk;
  if (k->n == k->cap) {
    k->cap = k->cap ? 2 * k->cap : 64;
    k->stack = realloc(k->stack, k->cap * sizeof *k->stack);
    CHECK(k->stack);
  }
  Frame f = { .state = state, .depth = depth, .asleep = asleep, .gone = asleep };
  if (w->kind == WALK_ANY && state_of(w, state)->n)
    while (!f.plan) f.plan = (rng_next(&k->rng) | rng_next(&k->rng)) & all_of(state_of(w, state));
  k->seen[state] = k->open[state] = true;
  if (w->kind == WALK_PERSISTENT) f.plan = persistent_plan(w, state);
  k->stack[k->n++] = f;
}

static bool open(ExRun *run) {
  Walker *w = run->self;
  Walk *k = w->walk = calloc(1, sizeof *k);
  CHECK(k);
  k->rng = rng_new(w->seed);
  k->head = calloc(w->g->n, sizeof *k->head);
  k->seen = calloc(w->g->n, sizeof *k->seen);
  k->open = calloc(w->g->n, sizeof *k->open);
  CHECK(k->head && k->seen && k->open);
  w->happened = false;
  push(w, 0, 0, 0);
  return true;
}

static void close(ExRun *run) {
  Walker *w = run->self;
  Walk *k = w->walk;
  if (!k) return;
  free(k->stack);
  free(k->nodes);
  free(k->head);
  free(k->seen);
  free(k->open);
  free(k);
  w->walk = NULL;
}

/* --- finishing a node --- */

static size_t list(const SourceState *s, ActionMask mask, VmAction *out) {
  size_t n = 0;
  for (unsigned i = 0; i < s->n; i++) if (mask & bit(i)) out[n++] = s->actions[i];
  return n;
}

static void report(ExRun *run, const Frame *f) {
  Walker *w = run->self;
  const SourceState *s = state_of(w, f->state);
  VmAction edges[MAX_SOURCE_ACTIONS], sleep[MAX_SOURCE_ACTIONS + 1];
  ActionMask less = s->nfirst && mistaken(w, WALK_NO_EDGE) ? s->first[w->seed % s->nfirst] : 0;
  ExExpanded node = { .edges = edges, .nedges = list(s, f->edges & ~less, edges), .sleep = sleep, .nsleep = list(s, f->asleep & ~less, sleep) };
  if (mistaken(w, WALK_STRANGE)) sleep[node.nsleep++] = (VmAction){ VM_MAX_THREADS, 0 };
  if (f->state == 0 && s->n && mistaken(w, WALK_ROOT_SLEEPS)) node.nsleep = list(s, all_of(s), sleep), node.nedges = 0;
  if (!run->limits->expanded || mistaken(w, WALK_NO_NODE)) return;
  run->limits->expanded(run->limits->expanded_ctx, run, &node);
  if (mistaken(w, WALK_NODE_TWICE)) run->limits->expanded(run->limits->expanded_ctx, run, &node);
}

static void finish(ExRun *run) {
  Walker *w = run->self;
  Walk *k = w->walk;
  Frame f = k->stack[--k->n];
  k->open[f.state] = false;
  report(run, &f);
  run->result->stats.nodes++;
  if (!state_of(w, f.state)->n) f.paths = 1;
  if (k->n) k->stack[k->n - 1].paths += f.paths;
  else run->result->paths = arena_printf(run->arena, "%llu", mistaken(w, WALK_PATHS) ? 0ull : (unsigned long long)f.paths);
  if (k->nnodes == k->nodes_cap) {
    k->nodes_cap = k->nodes_cap ? 2 * k->nodes_cap : 64;
    k->nodes = realloc(k->nodes, k->nodes_cap * sizeof *k->nodes);
    CHECK(k->nodes);
  }
  k->nodes[k->nnodes++] = (Node){ f.state, f.asleep, f.paths, k->head[f.state] };
  k->head[f.state] = k->nnodes;
}

/* A finished node whose runs are enough for those of (STATE, ASLEEP). */
static const Node *subsumes(const Walk *k, size_t state, ActionMask asleep) {
  for (size_t i = k->head[state]; i; i = k->nodes[i - 1].next)
    if ((k->nodes[i - 1].asleep & asleep) == k->nodes[i - 1].asleep) return &k->nodes[i - 1];
  return NULL;
}

/* --- steps --- */

/* What may still be taken. */
static ActionMask wanted(const Walker *w, const Frame *f) {
  const SourceState *s = state_of(w, f->state);
  ActionMask some = 0;
  if (w->kind == WALK_ALL) return all_of(s) & ~f->gone;
  if (w->kind == WALK_ANY || w->kind == WALK_PERSISTENT) return f->plan & ~f->gone;
  for (unsigned i = 0; i < s->nfirst; i++) if (!(s->first[i] & f->gone)) some |= s->first[i];
  return some;
}

static unsigned draw(Rng *r, ActionMask mask) {
  unsigned n = 0, i = 0;
  for (ActionMask m = mask; m; m &= m - 1) n++;
  for (n = rng_below(r, n); n; n--) mask &= mask - 1;
  for (; !(mask & bit(i)); i++) {}
  return i;
}

static ExMove next(ExRun *run) {
  Walker *w = run->self;
  Walk *k = w->walk;
  while (k->n) {
    Frame *f = &k->stack[k->n - 1];
    if (run->depth > f->depth) return ex_back(f->depth);
    ActionMask some = wanted(w, f);
    if (some) {
      k->taken = draw(&k->rng, some);
      return ex_step(state_of(w, f->state)->actions[k->taken]);
    }
    finish(run);
  }
  return ex_done();
}

static void check_arrival(ExRun *run, const Walker *w, size_t state) {
  size_t len, there;
  const uint8_t *bytes = vm_encode(run->vm, &len, true);
  CHECK(bytes && set_find(&w->g->known, bytes, len, &there) && there == state);
}

static ActionMask kept_asleep(Walker *w, const Frame *f, unsigned a, ActionMask right) {
  const SourceState *s = state_of(w, f->state), *t = state_of(w, s->to[a]);
  ActionMask out = 0;
  if (w->fault != WALK_SLEEP_KEPT) return right;
  for (unsigned i = 0; i < s->n; i++) if (f->gone & bit(i)) out |= sources_bit(t, s->actions[i]);
  w->happened |= out != right;
  return out;
}

/* Is the state new for the loop that counts? */
static bool fresh(Walker *w, size_t state, bool known) {
  const SourceState *s = state_of(w, state);
  if (!known && s->end && mistaken(w, WALK_NO_END)) return false;
  if (known && mistaken(w, s->end ? WALK_END_TWICE : WALK_STATE_TWICE)) return true;
  return !known;
}

static bool took(ExRun *run, const VmEvent *ev) {
  Walker *w = run->self;
  Walk *k = w->walk;
  Frame *f = &k->stack[k->n - 1];
  unsigned a = k->taken;
  size_t to = state_of(w, f->state)->to[a];
  const SourceState *t = state_of(w, to);
  (void)ev;
  check_arrival(run, w, to);
  ActionMask asleep = w->kind == WALK_SLEEP ? kept_asleep(w, f, a, sources_after(w->g, w->relation, f->state, a, f->gone)) : 0;
  f->gone |= bit(a);
  bool known = k->seen[to];
  const Node *n = subsumes(k, to, asleep);
  bool elsewhere = w->kind == WALK_SLEEP && w->fault != WALK_SLEEP_KEPT && !t->end && !sources_unmet(t, asleep);
  if (!n && elsewhere) return false;
  f->edges |= bit(a);
  if (n) f->paths += n->paths;
  else if (!k->open[to]) push(w, to, run->depth, asleep);
  return fresh(w, to, known);
}

const ExAlgo walker_algo = { .name = "walker", .promises = EX_COMPLETE | EX_STATEFUL | EX_INVARIANTS, .open = open, .next = next, .took = took, .close = close };
