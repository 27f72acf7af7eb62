/* explore/seek.c -- see seek.h. The search is reach's breadth-first form with an eye on what is sought. What it notes:
 *
 *   level 0   1     2         a step between two levels is an edge; states of a level have numbers one after the other
 *        o----o-----o         a goal is a state, or a step from one, that shows a finding; only those as near as the first
 *         \    \____o         are kept
 *          o___/                                                                                                           */
#include "explore/seek.h"
#include <assert.h>
#include <string.h>
#include "explore/algo/nodes.h"
#include "explore/store.h"
#include "explore/work.h"
#include "lang/vec.h"

#define BYTES ((size_t)64 << 20)             /* of states and the machine */
#define NEVER SIZE_MAX
#define TAIL 5                               /* last tid, preemptions */

/* One of the findings that are sought. */
typedef struct {
  const ExFinding *met;                      /* the same in this search's result; NULL: not met */
  uint64_t count;                            /* how often, when it was last looked at */
  size_t depth;                              /* of the nearest goals; NEVER: none */
  VEC(SeekGoal) goals;
  VmAction after[2]; size_t nafter;          /* race: the two accesses, which wait in the goal */
} Sought;

typedef struct {
  Seek *s;
  Arena *out, arena;
  Sought *sought; size_t left;               /* and how many of them have no goal */
  size_t known;                              /* findings of all kinds in the result */
  Store store;
  StoreCursor cursor;
  Nodes nodes;
  uint8_t *key; size_t key_cap;
  VEC(SeekEdge) edges;
  VEC(size_t) levels;                        /* the first state of each level that has begun */
  uint32_t current;                          /* the state being expanded */
  bool ends, forgets;                        /* the end of a run may show something; unread messages are sought */
  bool arrived, fresh;                       /* in a state that was loaded; in a new one */
  int before;                                /* who ran last before state 0; -1: nobody */
  size_t done;                               /* levels whose states were all expanded */
  bool all;                                  /* there are no more states */
  uint64_t allowed, walked;                  /* work; steps of schedules that were gone along */
} Self;

static size_t level_of(const Self *k) { return k->levels.count - 1; }

/* --- what is found --- */

static const ExFindings *list_of(const ExResult *r, ExWhat what) {
  return what == FIND_RACE ? &r->races : what == FIND_UNREAD ? &r->unread : &r->findings;
}

/* New findings may be some that are sought. */
static void meet(ExRun *run, Self *k) {
  const ExResult *r = run->result;
  size_t known = r->findings.count + r->races.count + r->unread.count;
  if (known == k->known) return;
  k->known = known;
  for (size_t i = 0; i < k->s->nwanted; i++) {
    const ExFinding *f = k->s->wanted[i];
    if (!k->sought[i].met) k->sought[i].met = find_same(list_of(r, f->what), f);
  }
}

static void race_ways(Sought *x) {
  if (x->met->what != FIND_RACE || x->met->nschedule < 2) return;
  memcpy(x->after, x->met->schedule + x->met->nschedule - 2, sizeof x->after);
  x->nafter = 2;
}

/* What was found since the last look is shown by GOAL, which is DEPTH steps away. */
static void hear(ExRun *run, Self *k, SeekGoal goal, size_t depth) {
  meet(run, k);
  for (size_t i = 0; i < k->s->nwanted; i++) {
    Sought *x = &k->sought[i];
    if (!x->met || x->met->count == x->count) continue;
    x->count = x->met->count;
    if (x->depth < depth) continue;
    if (x->depth == NEVER) k->left--, race_ways(x);
    x->depth = depth;
    VEC_PUSH(&k->arena, &x->goals, goal);
  }
}

/* --- states --- */

static const uint8_t *key_of(ExRun *run, Self *k, size_t *len) {
  const uint8_t *bytes = vm_encode(run->vm, len, false);
  if (!bytes || run->limits->preemptions < 0) return bytes;
  if (!mem_grow(run->mem, (void **)&k->key, &k->key_cap, 1, *len + TAIL)) return NULL;
  memcpy(k->key, bytes, *len);
  k->key[*len] = k->nodes.last;
  memcpy(k->key + *len + 1, &k->nodes.preemptions, 4);
  *len += TAIL;
  return k->key;
}

/* One step of a schedule, with what --preemptions counts. */
static bool walk(ExRun *run, Self *k, VmAction a) {
  VmEvent ev;
  const VmAction *own;
  k->walked++;
  if (a.choice != VM_CRASH) {
    bool asks = k->nodes.last != NOBODY && k->nodes.last != a.tid && run->limits->preemptions >= 0;
    size_t n = asks ? vm_thread_actions(run->vm, k->nodes.last, &own) : 0;
    k->nodes.preemptions += n && n != SIZE_MAX && own[0].choice != VM_CRASH;
    k->nodes.last = a.tid;
  }
  VmStatus s = vm_step(run->vm, a.tid, a.choice, &ev);
  return s == VM_OK || s == VM_FAULT;
}

static bool walk_to(ExRun *run, Self *k, size_t from, size_t to) {
  for (size_t i = from; i < to; i++)
    if (!walk(run, k, k->s->wanted[0]->schedule[i])) return false;
  return true;
}

/* --- the search --- */

static void find_kinds(Self *k) {
  for (size_t i = 0; i < k->s->nwanted; i++) {
    ExWhat what = k->s->wanted[i]->what;
    k->ends |= what == FIND_DEADLOCK || what == FIND_FINALLY || what == FIND_UNREAD;
    k->forgets |= what == FIND_UNREAD;
    k->sought[i].depth = NEVER;
  }
}

static bool open(ExRun *run) {
  Self *k = run->self;
  size_t len;
  store_init(&k->store, run->mem, STORE_NUMBERS);
  k->nodes.last = NOBODY;
  for (size_t i = 0; i < k->s->nwanted; i++)
    if (!vm_adopt(run->vm, k->s->wanted[i]->numbering)) return false;
  if (k->s->from && !walk_to(run, k, 0, k->s->from)) return false;
  k->before = k->nodes.last == NOBODY ? -1 : k->nodes.last;
  const uint8_t *bytes = key_of(run, k, &len);
  VEC_PUSH(&k->arena, &k->levels, (size_t)0);
  VEC_PUSH(&k->arena, &k->levels, (size_t)1);
  k->fresh = true;
  return bytes && store_add(&k->store, bytes, len, NULL) == STORE_NEW;
}

/* The first state of the next level is about to be expanded: is another level wanted? */
static bool deeper(Self *k) {
  k->done = level_of(k);
  if (k->done >= k->s->most || k->left == 0) return false;
  VEC_PUSH(&k->arena, &k->levels, k->store.count);
  return true;
}

static ExMove load_next(ExRun *run, Self *k) {
  size_t len;
  const uint8_t *bytes = store_next(&k->store, &k->cursor, &len);
  if (!bytes) {
    k->all = true;
    k->done = level_of(k);
    return ex_done();
  }
  k->current = (uint32_t)(k->cursor.index - 1);
  if (k->current == k->levels.at[level_of(k)] && !deeper(k)) return ex_done();
  if (run->limits->preemptions >= 0) {
    len -= TAIL;
    k->nodes.last = bytes[len];
    memcpy(&k->nodes.preemptions, bytes + len + 1, 4);
  }
  run->load.bytes = bytes;
  run->load.len = len;
  k->arrived = true;
  return (ExMove){ .kind = EX_LOAD };
}

static ExMove next(ExRun *run) {
  Self *k = run->self;
  if (k->fresh) {
    k->fresh = false;
    if (k->ends) ex_look(run);
    hear(run, k, (SeekGoal){ .state = (uint32_t)(k->store.count - 1) }, k->store.count == 1 ? 0 : level_of(k));
  }
  if (run->stop || work_done(run) > k->allowed) return ex_done();
  if (k->forgets) unread_forget(run);
  if (k->arrived) {
    k->arrived = false;
    if (!nodes_push(&k->nodes, run)) {
      ex_stop(run, "memory");
      return ex_done();
    }
  }
  ExMove m = nodes_next(&k->nodes, run);
  return m.kind == EX_DONE ? load_next(run, k) : m;
}

static bool took(ExRun *run, const VmEvent *ev) {
  Self *k = run->self;
  VmAction by = { ev->tid, ev->choice };
  size_t len, number = 0;
  const uint8_t *bytes = key_of(run, k, &len);
  StoreStatus s = bytes ? store_add(&k->store, bytes, len, &number) : STORE_FULL;
  if (s == STORE_FULL) {
    ex_stop(run, "memory");
    return false;
  }
  hear(run, k, (SeekGoal){ k->current, true, by }, level_of(k));
  if (number >= k->levels.at[level_of(k)]) VEC_PUSH(&k->arena, &k->edges, ((SeekEdge){ k->current, (uint32_t)number, by.choice, by.tid }));
  return k->fresh = s == STORE_NEW;
}

/* --- the ways --- */

static void way_to(Self *k, const SeekGoal *goals, size_t ngoals, size_t n, const Sought *x, SeekWay *way) {
  SeekGraph g = { k->edges.at, k->edges.count, k->store.count, k->before };
  way->n = n + (x ? x->nafter : 0);
  way->at = ARENA_ARRAY(k->out, VmAction, way->n + 1);
  seek_way(&g, goals, ngoals, way->at, n);
  if (way->n == n) return;
  bool same = n && way->at[n - 1].tid == x->after[1].tid;    /* who ran last goes on */
  way->at[n] = x->after[same];
  way->at[n + 1] = x->after[!same];
}

static size_t level_of_state(const Self *k, size_t number) {
  size_t lo = 0, hi = k->levels.count;
  while (hi - lo > 1) {
    size_t mid = (lo + hi) / 2;
    if (k->levels.at[mid] <= number) lo = mid;
    else hi = mid;
  }
  return lo;
}

/* The state of the schedule that is nearest by comparison with how far the schedule goes. */
static void shortcut(ExRun *run, Self *k, const ExFinding *f, SeekWay *way) {
  if ((k->walked + f->nschedule) * work_step(run->vm) > k->allowed) return;
  size_t from = k->s->from, gain = 0, len, number, state = 0;
  uint64_t hash;
  vm_reset(run->vm);
  k->nodes.last = NOBODY;
  k->nodes.preemptions = 0;
  for (size_t i = 0; i <= f->nschedule; i++) {
    const uint8_t *bytes = i > from ? key_of(run, k, &len) : NULL;
    if (i > from && !bytes) break;
    if (bytes && store_find(&k->store, bytes, len, &hash, &number) && i - from > level_of_state(k, number) + gain) {
      gain = i - from - level_of_state(k, number);
      way->to = i;
      state = number;
    }
    if (i < f->nschedule && !walk(run, k, f->schedule[i])) break;
  }
  if (gain) way_to(k, &(SeekGoal){ .state = (uint32_t)state }, 1, level_of_state(k, state), NULL, way);
}

static void answer(ExRun *run, Self *k) {
  Seek *s = k->s;
  s->proved = k->all ? NEVER : k->done;
  s->exact = k->all || k->left == 0;
  for (size_t i = 0; i < s->nwanted; i++) {
    Sought *x = &k->sought[i];
    SeekWay *way = &s->ways[i];
    way->shows = x->depth != NEVER;
    way->to = s->wanted[i]->nschedule;
    if (!way->shows) shortcut(run, k, s->wanted[i], way);
    else way_to(k, x->goals.at, x->goals.count, x->depth, x, way);
    if (x->depth != NEVER && x->depth > k->done) s->exact = false;       /* its level is not done */
  }
  s->numbering = vm_numbering(run->vm, k->out);
}

static void close(ExRun *run) {
  Self *k = run->self;
  work_pay(&k->s->work, work_done(run));
  if (k->levels.count) answer(run, k);
  work_pay(&k->s->work, k->walked * work_step(run->vm));
  nodes_deinit(&k->nodes, run);
  if (k->store.mem) store_deinit(&k->store);
  mem_free(run->mem, k->key, k->key_cap);
}

static const ExAlgo algo = { .name = "seek", .promises = EX_STATEFUL | EX_PREEMPTIONS | EX_INVARIANTS, .needs = EX_ASKS,
                             .open = open, .next = next, .took = took, .close = close };

static ExLimits limits_of(const ExLimits *l, const Seek *s) {
  ExLimits limits = { .all = true, .depth = -1, .preemptions = l->preemptions, .sync = l->sync, .nsync = l->nsync,
                      .bytes = l->bytes && l->bytes < BYTES ? l->bytes : BYTES, .numbering = s->wanted[0]->numbering };
  for (size_t i = 0; i < s->nwanted; i++) {
    if (s->wanted[i]->what == FIND_RACE) limits.races = LEVEL_ERROR;
    if (s->wanted[i]->what == FIND_UNREAD) limits.unread = LEVEL_LIST;
  }
  return limits;
}

void seek(const BcProgram *p, const ExLimits *l, Seek *s, Arena *a) {
  Self k = { .s = s, .out = a, .left = s->nwanted, .allowed = s->work };
  ExLimits limits = limits_of(l, s);
  ExResult result;
  assert(s->nwanted && (!s->from || s->nwanted == 1));
  arena_init(&k.arena);
  s->ways = ARENA_ARRAY(a, SeekWay, s->nwanted);
  s->proved = 0;
  s->exact = false;
  s->numbering = s->wanted[0]->numbering;
  k.sought = ARENA_ARRAY(&k.arena, Sought, s->nwanted);
  find_kinds(&k);
  ex_replay(p, &algo, &k, &limits, &k.arena, &result);
  arena_deinit(&k.arena);
}
