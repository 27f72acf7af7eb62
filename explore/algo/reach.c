/* explore/algo/reach.c -- every reachable state once, without reduction. A state on the stack counts as visited, which is
 * enough because every enabled action of every state is taken.
 * Depth first (undo), or breadth first (--bfs, also under --depth, where only the shortest way to a state says whether
 * it is within the bound): states are expanded in the order they were stored, each with its parent and the action that
 * led to it, so that a schedule found is a shortest one.
 * For --progress the breadth-first search keeps the graph (endless.h).
 * With --store=hash a state is a hash of its bytes; then the search is depth first and never complete.
 * With --preemptions a state is the machine's bytes, who ran last, and the preemptions so far.
 * With --jobs the workers share the states (shards.h), in bytes that are the same on every machine, and the actions
 * left to try (share.h). A state belongs to who stored it first; each action of each state is taken once, by somebody. So all
 * counts are those of one worker, but for the longest run. Breadth first is for one worker. */
#include <assert.h>
#include <string.h>
#include "explore/algo/endless.h"
#include "explore/algo/share.h"
#include "explore/shards.h"

extern const ExAlgo ex_reach;

typedef struct { uint32_t parent; VmAction by; } Origin;
typedef struct {
  Store store;                               /* of a worker alone */
  Shards *shards;                            /* of several; NULL: alone */
  Share share;
  uint8_t *key; size_t key_cap;              /* state and preemptions */
  bool bfs, arrived;                         /* breadth first; in a state that was loaded */
  Origin *origin; size_t origin_cap;         /* per state */
  StoreCursor cursor;
  uint32_t current;                          /* the state being expanded */
  uint64_t level; size_t level_end;          /* its distance from the start; the first state of the next level */
  Endless *endless;                          /* NULL: nobody asks */
} Reach;

#define SHARDS 64
#define TAIL 5                               /* last tid, preemptions */

static const uint8_t *key_of(ExRun *run, Reach *r, size_t *len) {
  const uint8_t *bytes = r->shards ? vm_encode_shared(run->vm, len) : vm_encode(run->vm, len, false);
  if (!bytes || run->limits->preemptions < 0) return bytes;
  if (*len + TAIL > r->key_cap) {
    size_t cap = (*len + TAIL) * 2;
    uint8_t *key = mem_realloc(run->mem, r->key, r->key_cap, cap);
    if (!key) return NULL;
    r->key = key;
    r->key_cap = cap;
  }
  memcpy(r->key, bytes, *len);
  r->key[*len] = r->share.nodes.last;
  memcpy(r->key + *len + 1, &r->share.nodes.preemptions, 4);
  *len += TAIL;
  return r->key;
}

static bool keep_origin(ExRun *run, Reach *r, VmAction by) {
  size_t id = r->store.count - 1;
  if (id == r->origin_cap) {
    size_t cap = r->origin_cap ? r->origin_cap * 2 : 256;
    Origin *o = mem_realloc(run->mem, r->origin, r->origin_cap * sizeof *o, cap * sizeof *o);
    if (!o) return false;
    r->origin = o;
    r->origin_cap = cap;
  }
  r->origin[id] = (Origin){ r->current, by };
  return true;
}

static StoreStatus add(Reach *r, const uint8_t *bytes, size_t len, size_t *number) {
  return r->shards ? shards_add(r->shards, bytes, len) : store_add(&r->store, bytes, len, r->endless ? number : NULL);
}

/* True: the present state is new and stored. EV led here; NULL: it is the initial one. */
static bool visit(ExRun *run, Reach *r, const VmEvent *ev) {
  size_t len, number = 0;
  const uint8_t *bytes = key_of(run, r, &len);
  StoreStatus s = bytes ? add(r, bytes, len, &number) : STORE_FULL;
  VmAction by = ev ? (VmAction){ ev->tid, ev->choice } : (VmAction){ 0, 0 };
  bool full = s == STORE_FULL || (s == STORE_NEW && r->bfs && !keep_origin(run, r, by));
  if (full) ex_stop(run, "memory");
  else if (r->endless) endless_came(run, r->endless, (uint32_t)number, s == STORE_NEW, ev);
  return s == STORE_NEW && !full;
}

static unsigned store_flags(const ExLimits *l) { return l->store == KEEP_HASHES ? STORE_HASHES : 0; }

static bool open_team(ExTeam *t) {
  if (t->n == 1) return true;
  t->shared = shards_open(t->mem, SHARDS, store_flags(t->limits));
  return t->shared != NULL;
}

static void close_team(ExTeam *t) {
  share_give_back(t);
  shards_close(t->shared);
}

static bool open(ExRun *run) {
  Reach *r = run->self = mem_alloc(run->mem, sizeof *r);
  if (!r) return false;
  bool cycles = run->limits->lasso != LASSO_OFF;
  r->bfs = run->limits->bfs || run->limits->depth >= 0 || cycles;
  assert(!r->bfs || run->team->n == 1);
  store_init(&r->store, run->mem, store_flags(run->limits) | (cycles ? STORE_NUMBERS : 0));
  r->shards = run->team->shared;
  r->level_end = 1;
  share_open(&r->share, run);
  if (cycles && !(r->endless = endless_new(run))) return false;
  return run->worker > 0 || visit(run, r, NULL);
}

/* --- breadth first --- */

/* All states are known: a finding's schedule leads to its entry. */
static ExMove finish(ExRun *run, Reach *r) {
  while (r->endless && endless_next(run, r->endless, &r->current)) endless_tell(run, r->endless);
  return ex_done();
}

static ExMove load_next(ExRun *run, Reach *r) {
  size_t len;
  const uint8_t *bytes = store_next(&r->store, &r->cursor, &len);
  if (!bytes) return finish(run, r);
  r->current = (uint32_t)(r->cursor.index - 1);
  if (r->current == r->level_end) r->level++, r->level_end = r->store.count;
  if (run->limits->preemptions >= 0) {
    len -= TAIL;
    r->share.nodes.last = bytes[len];
    memcpy(&r->share.nodes.preemptions, bytes + len + 1, 4);
  }
  run->load.bytes = bytes;
  run->load.len = len;
  run->load.base = r->level;
  r->arrived = true;
  return (ExMove){ .kind = EX_LOAD };
}

/* The stack holds the node of the loaded state only; after each of its steps the path goes back to it. */
static ExMove next_bfs(ExRun *run, Reach *r) {
  if (r->arrived) {
    r->arrived = false;
    if (!nodes_push(&r->share.nodes, run)) {
      ex_stop(run, "memory");
      return ex_done();
    }
    if (r->endless) endless_expand(run, r->endless, r->current);
  }
  if (run->depth > 0 && r->share.nodes.n && r->share.nodes.at[0].next < r->share.nodes.at[0].end) return ex_back(0);
  ExMove m = nodes_next(&r->share.nodes, run);
  return m.kind == EX_DONE ? load_next(run, r) : m;
}

static size_t schedule(ExRun *run, VmAction *out) {
  Reach *r = run->self;
  size_t n = 0;
  if (r && r->bfs) for (uint32_t id = r->current; id; id = r->origin[id].parent) n++;
  if (out && n) {
    size_t i = n;
    for (uint32_t id = r->current; id; id = r->origin[id].parent) out[--i] = r->origin[id].by;
  }
  for (uint32_t i = 0; out && i < run->depth; i++) out[n + i] = run->path[i].action;
  return n + run->depth;
}

/* --- both --- */

/* Every state is known. Of several workers one says so. */
static void say_hashed(ExRun *run, Reach *r) {
  if (run->limits->store == KEEP_HASHES && run->worker == 0 && !run->stop)
    end_hashed(run, r->shards ? shards_count(r->shards) : r->store.count);
}

static ExMove next(ExRun *run) {
  Reach *r = run->self;
  if (r->bfs) return next_bfs(run, r);
  ExMove m = share_next(&r->share, run);
  if (m.kind == EX_DONE) say_hashed(run, r);
  return m;
}

static bool took(ExRun *run, const VmEvent *ev) {
  Reach *r = run->self;
  if (run->again) return false;
  bool fresh = visit(run, r, ev);
  r->share.arrived = fresh;
  return fresh;
}

static void close(ExRun *run) {
  Reach *r = run->self;
  if (!r) return;
  share_close(&r->share, run);
  store_deinit(&r->store);
  endless_free(run, r->endless);
  mem_free(run->mem, r->key, r->key_cap);
  mem_free(run->mem, r->origin, r->origin_cap * sizeof *r->origin);
  mem_free(run->mem, r, sizeof *r);
}

static void look(const ExRun *run, ExStats *s) {
  const Reach *r = run->self;
  if (r->bfs && r->store.count) s->waiting = r->store.count - 1 - r->current;
}

const ExAlgo ex_reach = {
  .name = "stateful:reach",
  .promises = EX_COMPLETE | EX_STATEFUL | EX_PREEMPTIONS | EX_DEPTH | EX_INVARIANTS | EX_PARALLEL,
  .open = open, .next = next, .took = took, .close = close, .schedule = schedule,
  .team_open = open_team, .team_close = close_team, .look = look,
};
