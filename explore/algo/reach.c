/* explore/algo/reach.c -- every reachable state once, without reduction. A state on the stack counts as visited, which is
 * enough because every enabled action of every state is taken.
 * Depth first (undo), or breadth first (--bfs, also under --depth, where only the shortest way to a state says whether
 * it is within the bound): states are expanded in the order they were stored, each with its parent and the action that
 * led to it, so that a schedule found is a shortest one.
 * With --store=hash a state is a hash of its bytes; then the search is depth first and never complete.
 * With --preemptions a state is the machine's bytes, who ran last, and the preemptions so far. */
#include <string.h>
#include "explore/algo/nodes.h"
#include "explore/store.h"

extern const ExAlgo ex_reach;

typedef struct { uint32_t parent; VmAction by; } Origin;
typedef struct {
  Store store;
  Nodes nodes;
  bool arrived, bfs;
  uint8_t *key; size_t key_cap;              /* state and preemptions */
  /* breadth first */
  Origin *origin; size_t origin_cap;         /* per state */
  StoreCursor cursor;
  uint32_t current;                          /* the state being expanded */
  uint64_t level; size_t level_end;          /* its distance from the start; the first state of the next level */
} Reach;

#define TAIL 5                               /* last tid, preemptions */

static const uint8_t *key_of(ExRun *run, Reach *r, size_t *len) {
  const uint8_t *bytes = vm_encode(run->vm, len, false);
  if (!bytes || run->limits->preemptions < 0) return bytes;
  if (*len + TAIL > r->key_cap) {
    size_t cap = (*len + TAIL) * 2;
    uint8_t *key = mem_realloc(run->mem, r->key, r->key_cap, cap);
    if (!key) return NULL;
    r->key = key;
    r->key_cap = cap;
  }
  memcpy(r->key, bytes, *len);
  r->key[*len] = r->nodes.last;
  memcpy(r->key + *len + 1, &r->nodes.preemptions, 4);
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

/* True: the present state is new and stored. */
static bool visit(ExRun *run, Reach *r, VmAction by) {
  size_t len;
  const uint8_t *bytes = key_of(run, r, &len);
  StoreStatus s = bytes ? store_add(&r->store, bytes, len, NULL) : STORE_FULL;
  bool full = s == STORE_FULL || (s == STORE_NEW && r->bfs && !keep_origin(run, r, by));
  if (full) ex_stop(run, "memory");
  return s == STORE_NEW && !full;
}

static bool open(ExRun *run) {
  Reach *r = run->self = mem_alloc(run->mem, sizeof *r);
  if (!r) return false;
  r->bfs = run->limits->bfs || run->limits->depth >= 0;
  r->nodes.last = NOBODY;
  store_init(&r->store, run->mem, run->limits->store == KEEP_HASHES ? STORE_HASHES : 0);
  r->arrived = !r->bfs;                      /* breadth first loads the initial state like any other */
  r->level_end = 1;
  return visit(run, r, (VmAction){ 0, 0 });
}

/* --- breadth first --- */

static ExMove load_next(ExRun *run, Reach *r) {
  size_t len;
  const uint8_t *bytes = store_next(&r->store, &r->cursor, &len);
  if (!bytes) return ex_done();
  r->current = (uint32_t)(r->cursor.index - 1);
  if (r->current == r->level_end) r->level++, r->level_end = r->store.count;
  if (run->limits->preemptions >= 0) {
    len -= TAIL;
    r->nodes.last = bytes[len];
    memcpy(&r->nodes.preemptions, bytes + len + 1, 4);
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
    if (!nodes_push(&r->nodes, run)) {
      ex_stop(run, "memory");
      return ex_done();
    }
  }
  if (run->depth > 0 && r->nodes.n && r->nodes.at[0].next < r->nodes.at[0].end) return ex_back(0);
  ExMove m = nodes_next(&r->nodes, run);
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

static ExMove done(ExRun *run, const Reach *r) {
  if (run->limits->store == KEEP_HASHES) end_hashed(run, r->store.count);
  return ex_done();
}

static ExMove next(ExRun *run) {
  Reach *r = run->self;
  if (r->bfs) return next_bfs(run, r);
  if (r->arrived && !nodes_push(&r->nodes, run)) {
    ex_stop(run, "memory");
    return ex_done();
  }
  r->arrived = false;
  ExMove m = nodes_next(&r->nodes, run);
  return m.kind == EX_DONE ? done(run, r) : m;
}

static bool took(ExRun *run, const VmEvent *ev) {
  Reach *r = run->self;
  bool fresh = visit(run, r, (VmAction){ ev->tid, ev->choice });
  r->arrived = fresh && !r->bfs;
  return fresh;
}

static void close(ExRun *run) {
  Reach *r = run->self;
  if (!r) return;
  nodes_deinit(&r->nodes, run);
  store_deinit(&r->store);
  mem_free(run->mem, r->key, r->key_cap);
  mem_free(run->mem, r->origin, r->origin_cap * sizeof *r->origin);
  mem_free(run->mem, r, sizeof *r);
}

const ExAlgo ex_reach = {
  .name = "stateful:reach",
  .promises = EX_COMPLETE | EX_STATEFUL | EX_PREEMPTIONS | EX_DEPTH | EX_INVARIANTS,
  .open = open, .next = next, .took = took, .close = close, .schedule = schedule,
};
