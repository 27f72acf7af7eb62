/* explore/algo/reduced.c -- stateful partial-order reduction with sleep sets, source sets and PIFS.
 * Herbreteau, Larroze-Jardiné, Point, Walukiewicz, "Revisiting Stateful Partial-Order Reduction", 2024, Listings 5 and 6.
 *   Explore(n) = expand, then a step for each action in `order`      C = here.in[]      Sl = here.sleeps[]
 * A node is a state and a sleep set: actions such that runs that begin with them are met elsewhere. Taking a in n leads to
 * (s', those of Sl independent of a); a node with the same state and a smaller sleep set will do. If no run from s' can have
 * all its first actions outside the sleep set (pifs), nothing new begins there and the step leads nowhere.
 * As the paper's tool does, a node's successors are all made before any is entered, the last made first (a stack in place of the
 * recursion), and a node counts for subsumption as soon as it is made. That is sound because runs end: what a node owes is
 * owed by its successors, and by induction on the length of runs all debts are paid.
 * With several workers a state belongs to who stored it first, and who waits is given nodes to enter (kids) of the oldest node
 * that has some. Where runs may not end, a node one of whose steps leads to a known state takes all enabled actions: of the states
 * of a cycle the one that was stored last has a step to one that was known, and the argument of proviso.c goes on from there.
 * Differs from the paper: actions of one event with a choice sleep one by one, each with what it touches. */
#include "explore/algo/reduced.h"
#include <string.h>
#include "explore/algo/closure.h"
#include "explore/algo/paths.h"
#include "explore/algo/pifs.h"
#include "explore/algo/share.h"
#include "explore/algo/sleep.h"
#include "explore/shards.h"

#define NOBODY_YET UINT32_MAX
#define SHARDS 64

typedef struct { uint32_t sleep, more; } GraphNode;       /* more: the next node with the same state */
typedef struct { VmAction action; uint32_t node; bool fresh; } Kid;    /* fresh: the first node of its state */
typedef enum { ARRIVED, STEPPING, CHOOSING, APPROACHING } Phase;
typedef struct { uint32_t nway, nkids; VmAction actions[]; } Task;     /* the way to a node, then what leads from it to nodes to enter */

struct Reduced {
  Reduction how;
  Store store;
  Shards *shards;                            /* of several workers, in place of the store; NULL: alone */
  Task *task; bool busy;                     /* being approached; one of the pool is open on this worker's account */
  uint32_t base;                             /* depth of the first frame */
  uint32_t *first; size_t cap_first;         /* per state: its newest node */
  GraphNode *nodes; size_t nnodes, cap_nodes;
  Sleep sleep;
  Paths paths;
  /* The path: per depth, how many kids its nodes had before; the nodes to enter lie in one stack. */
  uint32_t *frames; size_t nframes, cap_frames;
  Kid *kids; size_t nkids, cap_kids;
  Phase phase;
  uint32_t node; bool fresh;                 /* the one being expanded */
  bool stay;                                 /* the machine stands in the newest kid */
  /* Its actions. */
  View here;
  Closure closure;
  bool *in, *sleeps; size_t cap_in, cap_sleeps;        /* in C; in Sl, which grows while steps are taken */
  uint32_t *order; size_t cap_order; uint32_t norder, at;
  bool met_known;                            /* a step led to a known state */
  VmAction *edges, *asleep; size_t cap_edges, nedges, cap_asleep, nasleep;   /* for limits->expanded */
  /* A successor. */
  View there;
  Pifs pifs;
  bool *units; size_t cap_units;
  uint64_t *rank; size_t cap_rank;
  VmAction *list; size_t cap_list; uint32_t nlist;     /* its sleep set */
};

static bool no_memory(ExRun *run) {
  ex_stop(run, "memory");
  return false;
}

/* --- opening and closing --- */

static bool new_node(Reduced *x, ExRun *run, size_t state, uint32_t sleep) {
  size_t old = x->cap_first;
  if (!mem_grow(run->mem, (void **)&x->nodes, &x->cap_nodes, sizeof *x->nodes, x->nnodes + 1) ||
      !mem_grow(run->mem, (void **)&x->first, &x->cap_first, sizeof *x->first, state + 1)) return false;
  if (x->cap_first > old) memset(x->first + old, 255, (x->cap_first - old) * sizeof *x->first);
  x->nodes[x->nnodes] = (GraphNode){ sleep, x->first[state] };
  x->first[state] = (uint32_t)x->nnodes++;
  run->result->stats.nodes++;
  return true;
}

static bool push_frame(Reduced *x, ExRun *run) {
  if (!mem_grow(run->mem, (void **)&x->frames, &x->cap_frames, sizeof *x->frames, x->nframes + 1)) return false;
  x->frames[x->nframes++] = (uint32_t)x->nkids;
  return true;
}

static const uint8_t *encode(const Reduced *x, ExRun *run, size_t *len) {
  return x->shards ? vm_encode_shared(run->vm, len) : vm_encode(run->vm, len, false);
}

/* Of several workers the first begins, and the whole search is its task; the others ask for theirs. */
static bool root(Reduced *x, ExRun *run) {
  size_t len, state = 0;
  const uint8_t *bytes = encode(x, run, &len);
  if (!bytes || !new_node(x, run, state, 0)) return false;
  if (run->worker) {
    x->phase = CHOOSING;
    run->result->stats.nodes = 0;
    return true;
  }
  x->fresh = true;
  x->busy = x->shards != NULL;
  if (x->busy) pool_hold(&run->team->pool);
  return (x->shards ? shards_add(x->shards, bytes, len) : store_add(&x->store, bytes, len, &state)) == STORE_NEW && push_frame(x, run);
}

Reduced *reduced_open(ExRun *run, Reduction how) {
  Reduced *x = mem_alloc(run->mem, sizeof *x);
  if (!x) return NULL;
  x->how = how;
  x->shards = run->team->shared;
  store_init(&x->store, run->mem, STORE_NUMBERS | (run->limits->store == KEEP_HASHES ? STORE_HASHES : 0));
  view_init(&x->here, run);
  view_init(&x->there, run);
  paths_init(&x->paths, run->mem);
  if (sleep_init(&x->sleep, run->mem) && pifs_init(&x->pifs, run) && root(x, run)) return x;
  reduced_close(x, run);
  return NULL;
}

static size_t task_size(uint32_t nway, uint32_t nkids) { return sizeof(Task) + ((size_t)nway + nkids) * sizeof(VmAction); }
static void free_task(Mem *m, Task *t) { mem_free(m, t, task_size(t->nway, t->nkids)); }

void reduced_close(Reduced *x, ExRun *run) {
  Mem *m = run->mem;
  store_deinit(&x->store);
  sleep_deinit(&x->sleep);
  paths_deinit(&x->paths);
  view_deinit(&x->here, run);
  view_deinit(&x->there, run);
  closure_deinit(&x->closure, run);
  pifs_deinit(&x->pifs, run);
  mem_free(m, x->first, x->cap_first * sizeof *x->first);
  mem_free(m, x->nodes, x->cap_nodes * sizeof *x->nodes);
  mem_free(m, x->frames, x->cap_frames * sizeof *x->frames);
  mem_free(m, x->kids, x->cap_kids * sizeof *x->kids);
  mem_free(m, x->in, x->cap_in * sizeof *x->in);
  mem_free(m, x->sleeps, x->cap_sleeps * sizeof *x->sleeps);
  mem_free(m, x->order, x->cap_order * sizeof *x->order);
  mem_free(m, x->edges, x->cap_edges * sizeof *x->edges);
  mem_free(m, x->asleep, x->cap_asleep * sizeof *x->asleep);
  mem_free(m, x->units, x->cap_units * sizeof *x->units);
  mem_free(m, x->rank, x->cap_rank * sizeof *x->rank);
  mem_free(m, x->list, x->cap_list * sizeof *x->list);
  if (x->task) free_task(m, x->task);
  if (x->busy) pool_done(&run->team->pool, run->worker);
  mem_free(m, x, sizeof *x);
}

/* --- expanding: what to take, and in which order --- */

/* The enabled actions; of a state met for the first time the loop is asked, which looks how runs end. */
static bool look(Reduced *x, ExRun *run) {
  const VmAction *a = NULL;
  size_t crashes, n = 0;
  if (x->fresh) {
    ex_look(run);
    a = run->enabled;
    n = run->cut ? 0 : run->nenabled;
  } else n = vm_actions(run->vm, &a, &crashes);
  if (run->stop) return false;
  return (n != SIZE_MAX && view_look(&x->here, run, a, n)) || no_memory(run);
}

static bool room(Reduced *x, ExRun *run) {
  size_t n = x->here.nactions + 1;
  Mem *m = run->mem;
  return mem_grow(m, (void **)&x->in, &x->cap_in, sizeof *x->in, n) && mem_grow(m, (void **)&x->sleeps, &x->cap_sleeps, sizeof *x->sleeps, n) &&
         mem_grow(m, (void **)&x->order, &x->cap_order, sizeof *x->order, n) && mem_grow(m, (void **)&x->rank, &x->cap_rank, sizeof *x->rank, n) &&
         mem_grow(m, (void **)&x->edges, &x->cap_edges, sizeof *x->edges, n) && mem_grow(m, (void **)&x->asleep, &x->cap_asleep, sizeof *x->asleep, n) &&
         mem_grow(m, (void **)&x->list, &x->cap_list, sizeof *x->list, n);
}

/* Which actions of the view sleep; both lists are sorted. */
static void mark_asleep(Reduced *x) {
  uint32_t n, k = 0;
  const VmAction *s = sleep_actions(&x->sleep, x->nodes[x->node].sleep, &n);
  for (size_t i = 0; i < x->here.nactions; i++) {
    VmAction a = x->here.actions[i].action;
    x->sleeps[i] = k < n && s[k].tid == a.tid && s[k].choice == a.choice;
    k += x->sleeps[i];
  }
}

/* How promising it is to take action I first: the paper's ChooseAction. */
static bool rank(Reduced *x, ExRun *run, uint32_t i) {
  const View *v = &x->here;
  if (!mem_grow(run->mem, (void **)&x->units, &x->cap_units, sizeof *x->units, v->nunits + 1)) return no_memory(run);
  memset(x->units, 0, v->nunits * sizeof *x->units);
  x->units[v->actions[i].unit] = true;
  PifsAnswer answer = pifs(&x->pifs, run, v, x->units);
  if (answer == PIFS_NOMEM) return no_memory(run);
  x->rank[i] = answer == PIFS_YES ? UINT64_MAX - 1 : pifs_reach(&x->pifs, run, v);
  return x->rank[i] != UINT64_MAX || no_memory(run);
}

static bool put_in_order(Reduced *x, ExRun *run) {
  x->norder = x->at = 0;
  for (uint32_t i = 0; i < x->here.nactions; i++) if (x->in[i]) x->order[x->norder++] = i;
  if (!x->how.pifs || x->norder < 2) return true;
  for (uint32_t i = 0; i < x->norder; i++) if (!rank(x, run, x->order[i])) return false;
  for (uint32_t i = 1; i < x->norder; i++) {
    uint32_t a = x->order[i], k = i;
    for (; k && x->rank[x->order[k - 1]] < x->rank[a]; k--) x->order[k] = x->order[k - 1];
    x->order[k] = a;
  }
  return true;
}

static bool expand(Reduced *x, ExRun *run) {
  if (!look(x, run)) return false;
  if (!room(x, run)) return no_memory(run);
  mark_asleep(x);
  for (size_t i = 0; i < x->here.nactions; i++) x->in[i] = !x->sleeps[i];
  if (x->how.closures && !closure_choose(&x->closure, run, &x->here, x->sleeps, x->how.persistent, x->in)) return no_memory(run);
  x->nedges = x->nasleep = 0;
  x->met_known = false;
  for (size_t i = 0; i < x->here.nactions; i++) if (x->sleeps[i]) x->asleep[x->nasleep++] = x->here.actions[i].action;
  if (run->limits->paths && !paths_node(&x->paths, x->node)) return no_memory(run);
  return put_in_order(x, run);
}

/* --- a successor --- */

static bool sleeps_on(const Reduced *x, VmAction a) {
  for (uint32_t i = 0; i < x->nlist; i++) if (x->list[i].tid == a.tid && x->list[i].choice == a.choice) return true;
  return false;
}

/* Sl without what depends on the action taken. */
static void pass_sleep(Reduced *x, const ViewAction *taken) {
  const View *v = &x->here;
  x->nlist = 0;
  for (size_t i = 0; i < v->nactions; i++) {
    const ViewAction *b = &v->actions[i];
    if (x->sleeps[i] && b->action.tid != taken->action.tid && !view_conflict(v, b->foot, taken->foot)) x->list[x->nlist++] = b->action;
  }
}

/* Is there a thread that could move, not only crash, all of whose actions sleep? And is there an action that does not? */
static bool some_thread_sleeps(const Reduced *x, const VmAction *a, size_t n, bool *awake) {
  bool some = false;
  *awake = false;
  for (size_t i = 0, j; i < n; i = j) {
    bool all = true;
    for (j = i; j < n && a[j].tid == a[i].tid; j++) all &= sleeps_on(x, a[j]);
    some |= all && a[i].choice != VM_CRASH;
    *awake |= !all;
  }
  return some;
}

static bool ask_pifs(Reduced *x, ExRun *run, const VmAction *a, size_t n) {
  View *v = &x->there;
  if (!view_look(v, run, a, n) || !mem_grow(run->mem, (void **)&x->units, &x->cap_units, sizeof *x->units, v->nunits + 1)) return no_memory(run);
  memset(x->units, 0, v->nunits * sizeof *x->units);
  for (size_t i = 0; i < v->nactions; i++) if (!sleeps_on(x, v->actions[i].action)) x->units[v->actions[i].unit] = true;
  PifsAnswer answer = pifs(&x->pifs, run, v, x->units);
  return answer == PIFS_NOMEM ? no_memory(run) : answer == PIFS_YES;
}

/* May something new begin in the present state? */
static bool is_needed(Reduced *x, ExRun *run) {
  const VmAction *a;
  size_t crashes, n;
  bool awake;
  if (!x->nlist) return true;
  n = vm_actions(run->vm, &a, &crashes);
  if (n == SIZE_MAX) return no_memory(run);
  if (!some_thread_sleeps(x, a, n, &awake)) return true;
  return awake && (!x->how.pifs || ask_pifs(x, run, a, n));
}

static bool covered(const Reduced *x, size_t state, uint32_t sleep, uint32_t *by) {
  for (*by = x->first[state]; *by != NOBODY_YET; *by = x->nodes[*by].more)
    if (sleep_subset(&x->sleep, x->nodes[*by].sleep, sleep)) return true;
  return false;
}

static bool add_edge(Reduced *x, ExRun *run, VmAction a, uint32_t to) {
  x->edges[x->nedges++] = a;
  return !run->limits->paths || paths_edge(&x->paths, to) || no_memory(run);
}

static bool add_kid(Reduced *x, ExRun *run, Kid kid) {
  if (!mem_grow(run->mem, (void **)&x->kids, &x->cap_kids, sizeof *x->kids, x->nkids + 1)) return no_memory(run);
  x->kids[x->nkids++] = kid;
  x->stay = true;
  return add_edge(x, run, kid.action, kid.node);
}

/* The present state, alone. True: it is a new one. */
static bool arrive_in(Reduced *x, ExRun *run, VmAction by) {
  size_t len, state = 0;
  uint64_t hash;
  uint32_t node, sleep = x->how.sleep ? sleep_number(&x->sleep, x->list, x->nlist) : 0;
  const uint8_t *bytes = sleep == SLEEP_NOMEM ? NULL : encode(x, run, &len);
  if (!bytes) return no_memory(run);
  bool known = store_find(&x->store, bytes, len, &hash, &state);
  if (known && covered(x, state, sleep, &node)) return add_edge(x, run, by, node), false;
  if (!is_needed(x, run) || run->stop) return false;
  bytes = encode(x, run, &len);                              /* what was looked at meanwhile may have used its room */
  if (!bytes || (!known && store_add_hashed(&x->store, hash, bytes, len, &state) == STORE_FULL) || !new_node(x, run, state, sleep)) return no_memory(run);
  return add_kid(x, run, (Kid){ by, (uint32_t)x->nnodes - 1, !known }) && !known;
}

/* The same where others store states too: no nodes are kept, a state is one. */
static bool arrive_shared(Reduced *x, ExRun *run, VmAction by) {
  size_t len;
  const uint8_t *bytes = encode(x, run, &len);
  if (!bytes) return no_memory(run);
  bool known = shards_has(x->shards, bytes, len);
  if (!known && (!is_needed(x, run) || run->stop)) return false;
  StoreStatus status = known ? STORE_OLD : (bytes = encode(x, run, &len)) ? shards_add(x->shards, bytes, len) : STORE_FULL;
  if (status == STORE_FULL) return no_memory(run);
  if (status == STORE_OLD) {
    x->met_known = true;
    return add_edge(x, run, by, 0), false;
  }
  run->result->stats.nodes++;
  return add_kid(x, run, (Kid){ by, 0, true });
}

bool reduced_took(Reduced *x, ExRun *run) {
  if (run->again) return true;
  uint32_t i = x->order[x->at++];
  VmAction a = x->here.actions[i].action;
  x->stay = false;
  pass_sleep(x, &x->here.actions[i]);
  bool fresh = x->shards ? arrive_shared(x, run, a) : arrive_in(x, run, a);
  x->sleeps[i] = !x->how.loops;
  return fresh;
}

/* --- several workers --- */

bool reduced_team_open(ExTeam *team) {
  if (team->n == 1) return true;
  team->shared = shards_open(team->mem, SHARDS, team->limits->store == KEEP_HASHES ? STORE_HASHES : 0);
  return team->shared != NULL;
}

void reduced_team_close(ExTeam *team) {
  for (Task *t; (t = pool_drain(&team->pool));) free_task(team->mem, t);
  shards_close(team->shared);
}

/* Gives away the kids of the oldest node that has some; of the present one this worker keeps the newest. Without memory for the
 * task they stay here. */
static void give(Reduced *x, ExRun *run) {
  size_t i = 0;
  while (i + 1 < x->nframes && x->frames[i] == x->frames[i + 1]) i++;
  bool last = i + 1 == x->nframes;
  uint32_t from = x->frames[i], n = (uint32_t)(last ? x->nkids - 1 : x->frames[i + 1]) - from, way = x->base + (uint32_t)i;
  Task *t = n && !(last && x->nkids == from) ? mem_alloc(run->mem, task_size(way, n)) : NULL;
  if (!t) return;
  t->nway = way;
  t->nkids = n;
  for (uint32_t k = 0; k < way; k++) t->actions[k] = run->path[k].action;
  for (uint32_t k = 0; k < n; k++) t->actions[way + k] = x->kids[from + k].action;
  if (!pool_push(&run->team->pool, run->worker, t)) {
    free_task(run->mem, t);
    return;
  }
  memmove(x->kids + from, x->kids + from + n, (x->nkids - from - n) * sizeof *x->kids);
  x->nkids -= n;
  for (size_t k = i + 1; k < x->nframes; k++) x->frames[k] -= n;
}

/* The task's node becomes the first frame. */
static bool begin(Reduced *x, ExRun *run) {
  Task *t = x->task;
  x->base = t->nway;
  x->nframes = x->nkids = 0;
  if (!push_frame(x, run) || !mem_grow(run->mem, (void **)&x->kids, &x->cap_kids, sizeof *x->kids, t->nkids)) return no_memory(run);
  for (uint32_t k = 0; k < t->nkids; k++) x->kids[x->nkids++] = (Kid){ t->actions[t->nway + k], 0, true };
  free_task(run->mem, t);
  x->task = NULL;
  x->phase = CHOOSING;
  return true;
}

static ExMove approach(Reduced *x, ExRun *run) {
  ExMove m;
  if (share_approach(run, x->task->actions, x->task->nway, &m)) return m;
  return begin(x, run) ? reduced_next(x, run) : ex_done();
}

static ExMove take(Reduced *x, ExRun *run) {
  if (x->busy) pool_done(&run->team->pool, run->worker);
  x->task = team_pop(run);
  x->busy = x->task != NULL;
  x->phase = APPROACHING;
  return x->task && !run->stop ? approach(x, run) : ex_done();
}

/* --- the walk --- */

static uint32_t depth_of(const Reduced *x) { return x->base + (uint32_t)x->nframes - 1; }

static void expanded(Reduced *x, ExRun *run) {
  ExExpanded node = { x->edges, x->nedges, x->asleep, x->nasleep };
  if (run->limits->expanded) run->limits->expanded(run->limits->expanded_ctx, run, &node);
}

/* Enters the newest kid, from where the machine stands. */
static ExMove enter(Reduced *x, ExRun *run) {
  Kid kid = x->kids[--x->nkids];
  bool there = x->stay;
  x->node = kid.node;
  x->fresh = kid.fresh;
  x->phase = ARRIVED;
  x->stay = false;
  if (!push_frame(x, run)) no_memory(run);
  return there || run->stop ? reduced_next(x, run) : ex_again(kid.action);
}

/* Nothing is left here: the graph is done, or the next task comes. */
static ExMove end(Reduced *x, ExRun *run) {
  ExMove m = x->shards ? take(x, run) : ex_done();
  if (m.kind != EX_DONE || run->stop || run->worker) return m;
  if (run->limits->paths && !paths_count(&x->paths, run)) no_memory(run);
  if (run->limits->store == KEEP_HASHES) end_hashed(run, x->shards ? shards_count(x->shards) : x->store.count);
  return m;
}

static ExMove choose(Reduced *x, ExRun *run) {
  while (x->nframes && x->nkids == x->frames[x->nframes - 1]) x->nframes--, x->stay = false;
  if (!x->nframes) return end(x, run);
  if (!x->stay && run->depth > depth_of(x)) return ex_back(depth_of(x));
  if (x->shards && pool_hungry(&run->team->pool)) give(x, run);
  return enter(x, run);
}

/* Where runs may not end: all actions, if one of those taken led to a known state. */
static bool take_all(Reduced *x) {
  if (!x->how.loops || !x->met_known) return false;
  x->norder = 0;
  for (uint32_t i = 0; i < x->here.nactions; i++) if (!x->in[i]) x->order[x->norder++] = i;
  for (uint32_t i = 0; i < x->here.nactions; i++) x->in[i] = true;
  x->at = 0;
  return x->norder;
}

ExMove reduced_next(Reduced *x, ExRun *run) {
  if (run->stop) return ex_done();
  if (x->phase == APPROACHING) return approach(x, run);
  if (x->phase == ARRIVED) {
    if (!expand(x, run)) return ex_done();
    x->phase = STEPPING;
  }
  if (x->phase == STEPPING) {
    bool more = x->at < x->norder || take_all(x);
    if (run->depth > depth_of(x) && (more || run->limits->expanded)) return x->stay = false, ex_back(depth_of(x));
    if (more) return ex_step(x->here.actions[x->order[x->at]].action);
    expanded(x, run);
    x->phase = CHOOSING;
  }
  return choose(x, run);
}
