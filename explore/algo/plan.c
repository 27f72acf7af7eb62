/* explore/algo/plan.c -- see plan.h. */
#include "explore/algo/plan.h"
#include <sched.h>
#include <string.h>
#include "vm/waits.h"

static ExMove refused(ExRun *run) {
  if (!run->stop) ex_stop(run, vm_limit(run->vm));
  return ex_done();
}

static uint32_t task_class(uint32_t n) { return (n + PLAN_ROUND - 1) / PLAN_ROUND; }
static size_t task_size(uint32_t n) { return sizeof(PlanTask) + task_class(n) * PLAN_ROUND * sizeof(VmAction); }
static size_t node_size(uint32_t stride) { return sizeof(PlanNode) + stride * sizeof(Clock); }

/* --- nodes --- */

static void node_free(Mem *m, PlanNode *n) { mem_free(m, n, node_size(n->nclock)); }

static PlanNode *node_new(Plan *pl) {
  PlanNode *n = pl->spare_nodes;
  while (n && n->nclock != pl->stride) {     /* there are more threads now */
    pl->spare_nodes = n->parent;
    node_free(pl->run->mem, n);
    n = pl->spare_nodes;
  }
  if (n) {
    pl->spare_nodes = n->parent;
    memset(n, 0, sizeof *n);
  } else n = mem_alloc(pl->run->mem, node_size(pl->stride));
  if (!n) return NULL;
  n->seen = n->few;
  n->cap = PLAN_FEW;
  n->nclock = pl->stride;
  return n;
}

/* PL NULL: nobody needs another. */
static void node_end(Plan *pl, Mem *m, PlanNode *n) {
  if (n->seen != n->few) mem_free(m, n->seen, n->cap * sizeof *n->seen);
  if (pl) n->parent = pl->spare_nodes, pl->spare_nodes = n;
  else node_free(m, n);
}

static void node_hold(const ExTeam *team, PlanNode *n) {
  if (team->n > 1) __atomic_add_fetch(&n->refs, 1, __ATOMIC_RELAXED);
  else n->refs++;
}

static void node_drop(Plan *pl, const ExTeam *team, PlanNode *n) {
  while (n && (team->n > 1 ? __atomic_sub_fetch(&n->refs, 1, __ATOMIC_ACQ_REL) : --n->refs) == 0) {
    PlanNode *up = n->parent;
    node_end(pl, team->mem, n);
    n = up;
  }
}

/* Of what a node keeps only `seen` ever changes. Whoever waits for it waits for a few dozen instructions. */
static void node_lock(const ExTeam *team, PlanNode *n) {
  while (team->n > 1 && __atomic_test_and_set(&n->busy, __ATOMIC_ACQUIRE)) sched_yield();
}

static void node_unlock(const ExTeam *team, PlanNode *n) {
  if (team->n > 1) __atomic_clear(&n->busy, __ATOMIC_RELEASE);
}

static bool grow_seen(Plan *pl, PlanNode *n) {
  uint32_t cap = n->cap * 4;
  Hist *seen = mem_alloc(pl->run->mem, cap * sizeof *seen);
  if (!seen) return false;
  for (uint32_t i = 0; i < n->cap; i++) {
    if (!(n->seen[i].a | n->seen[i].b)) continue;
    uint32_t at = (uint32_t)n->seen[i].a & (cap - 1);
    while (seen[at].a | seen[at].b) at = (at + 1) & (cap - 1);
    seen[at] = n->seen[i];
  }
  if (n->seen != n->few) mem_free(pl->run->mem, n->seen, n->cap * sizeof *seen);
  n->seen = seen;
  n->cap = cap;
  return true;
}

static bool put_seen(Plan *pl, PlanNode *n, Hist h, bool *ok) {
  if ((n->nseen + 1) * 4 > n->cap * 3 && !grow_seen(pl, n)) return *ok = false;
  uint32_t at = (uint32_t)h.a & (n->cap - 1);
  while (n->seen[at].a | n->seen[at].b) {
    if (hist_same(n->seen[at], h)) return true;
    at = (at + 1) & (n->cap - 1);
  }
  n->seen[at] = h;
  n->nseen++;
  return false;
}

bool plan_seen(Plan *pl, PlanNode *n, Hist h, bool *ok) {
  node_lock(pl->run->team, n);
  bool seen = put_seen(pl, n, h, ok);
  node_unlock(pl->run->team, n);
  return seen;
}

bool plan_wide(Plan *pl, uint32_t threads) {
  uint32_t stride = clock_stride(threads), old = pl->stride;
  if (stride <= old) return true;
  Mem *m = pl->run->mem;
  size_t cap = (pl->npath + 16) * stride;
  Clock *sets = mem_alloc(m, cap * sizeof *sets), *done = mem_alloc(m, stride * sizeof *done);
  if (!sets || !done) {
    mem_free(m, sets, sets ? cap * sizeof *sets : 0);
    mem_free(m, done, done ? stride * sizeof *done : 0);
    return false;
  }
  for (size_t i = 0; i < pl->npath; i++) memcpy(sets + i * stride, pl->sets + i * old, old * sizeof *sets);
  if (old) memcpy(done, pl->done, old * sizeof *done);
  mem_free(m, pl->sets, pl->sets_cap * sizeof *sets);
  mem_free(m, pl->done, pl->done_cap * sizeof *done);
  pl->sets = sets;
  pl->sets_cap = cap;
  pl->done = done;
  pl->done_cap = stride;
  pl->stride = stride;
  return true;
}

static bool path_room(Plan *pl, size_t n) {
  Mem *m = pl->run->mem;
  return mem_grow(m, (void **)&pl->path, &pl->path_cap, sizeof *pl->path, n) &&
         (n * pl->stride <= pl->sets_cap || mem_grow(m, (void **)&pl->sets, &pl->sets_cap, sizeof *pl->sets, n * pl->stride));
}

bool plan_node(Plan *pl, PlanWhat what, Hist hist) {
  bool ok = true;
  if (!path_room(pl, pl->npath + 1)) return false;
  PlanNode *n = node_new(pl);
  if (!n) return false;
  n->parent = pl->npath ? pl->path[pl->npath - 1].node : NULL;
  n->depth = (uint32_t)pl->npath;
  n->what = what;
  n->refs = 1;                               /* the path's */
  if (n->parent) node_hold(pl->run->team, n->parent);
  memcpy(n->clock, pl->done, pl->stride * sizeof *n->clock);
  memcpy(plan_set(pl, pl->npath), pl->done, pl->stride * sizeof *n->clock);
  pl->path[pl->npath++] = (PlanEntry){ n, what };
  plan_seen(pl, n, hist, &ok);
  return ok;
}

const Hist plan_no_crash = { 7, 8 };

bool plan_crash_node(Plan *pl, VmTid tid, uint32_t index, Hist hist) {
  if (!pl->crashes || !vm_can_crash(pl->run->vm, tid) || index < pl->nocrash[tid]) return true;
  pl->nocrash[tid] = index + 1;
  return plan_node(pl, (PlanWhat){ .kind = NODE_CRASH, .tid = tid, .index = index }, hist);
}

void plan_crashes(Plan *pl) {
  if (!pl->crashes) return;
  memset(pl->nocrash, 0, sizeof pl->nocrash);
  for (size_t i = 0; i < pl->npath; i++) {
    const PlanWhat *w = &pl->path[i].what;
    if (w->kind == NODE_CRASH && !pl->policy->crashed(pl, w->tid, w->index)) pl->nocrash[w->tid] = w->index + 1;
  }
}

static void path_cut(Plan *pl, size_t to) {
  while (pl->npath > to) node_drop(pl, pl->run->team, pl->path[--pl->npath].node);
  if (pl->scanned > to) pl->scanned = to;
}

/* The path becomes the way from the root to NODE; what it shares with the present one stays. */
static bool path_to(Plan *pl, PlanNode *node) {
  size_t n = node ? node->depth + 1u : 0, shared = pl->npath < n ? pl->npath : n;
  PlanNode *up = node;
  while (up && up->depth >= shared) up = up->parent;
  for (; up && pl->path[up->depth].node != up; up = up->parent) shared = up->depth;
  path_cut(pl, shared);
  if (!path_room(pl, n)) return false;
  for (up = node; up && up->depth >= shared; up = up->parent) {
    Clock *set = plan_set(pl, up->depth);
    memset(set, 0, pl->stride * sizeof *set);
    memcpy(set, up->clock, (up->nclock < pl->stride ? up->nclock : pl->stride) * sizeof *set);
    pl->path[up->depth] = (PlanEntry){ up, up->what };
    node_hold(pl->run->team, up);
  }
  pl->npath = n;
  return true;
}

/* --- tasks --- */

PlanTask *plan_task(Plan *pl, PlanNode *node, uint32_t n) {
  uint32_t size = task_class(n);
  PlanTask *t = size < PLAN_SIZES ? pl->spare_tasks[size] : NULL;
  if (t) {
    pl->spare_tasks[size] = t->next;
    memset(t, 0, sizeof *t);
  } else t = mem_alloc(pl->run->mem, task_size(n));
  if (!t) return NULL;
  t->n = n;
  t->node = node;
  if (node) node_hold(pl->run->team, node);
  return t;
}

/* PL NULL: nobody needs another. */
static void task_end(Plan *pl, const ExTeam *team, PlanTask *t) {
  if (!t) return;
  uint32_t size = task_class(t->n);
  node_drop(pl, team, t->node);
  if (pl && size < PLAN_SIZES) t->next = pl->spare_tasks[size], pl->spare_tasks[size] = t;
  else mem_free(team->mem, t, task_size(t->n));
}

bool plan_add(Plan *pl, PlanTask *t) {
  if (mem_grow(pl->run->mem, (void **)&pl->fresh, &pl->fresh_cap, sizeof *pl->fresh, pl->nfresh + 1)) {
    pl->fresh[pl->nfresh++] = t;
    return true;
  }
  task_end(pl, pl->run->team, t);
  return false;
}

/* Hands out what this run found: its weight is shared equally between itself and them. */
static bool hand_out(Plan *pl) {
  double share = pl->task->weight / (double)(pl->nfresh + 1);
  pl->run->result->stats.done += share;
  pl->run->result->stats.grows = true;
  for (size_t i = 0; i < pl->nfresh; i++) {
    pl->fresh[i]->weight = share;
    if (pool_push(&pl->run->team->pool, pl->run->worker, pl->fresh[i])) continue;
    for (; i < pl->nfresh; i++) task_end(pl, pl->run->team, pl->fresh[i]);
    pl->nfresh = 0;
    return false;
  }
  pl->nfresh = 0;
  return true;
}

/* Actions that the task shares with the path from its start. */
static uint32_t shared_steps(const Plan *pl, const PlanTask *t) {
  uint32_t i = 0;
  const ExFrame *path = pl->run->path;
  while (i < t->n && i < pl->run->depth && path[i].action.tid == t->a[i].tid && path[i].action.choice == t->a[i].choice) i++;
  return i;
}

static void count_done(Plan *pl) {
  memset(pl->done, 0, pl->stride * sizeof *pl->done);
  for (uint32_t i = 0; i < pl->task->n; i++) pl->done[pl->task->a[i].tid]++;
}

static void task_done(Plan *pl) {
  if (!pl->task) return;
  task_end(pl, pl->run->team, pl->task);
  pl->task = NULL;
  pool_done(&pl->run->team->pool, pl->run->worker);
}

/* The next task, and the way back to where it leaves the present path. */
static ExMove next_task(Plan *pl) {
  ExRun *run = pl->run;
  task_done(pl);
  pl->task = team_pop(run);
  if (!pl->task || run->stop) return ex_done();
  if (!path_to(pl, pl->task->node)) return refused(run);
  pl->at = shared_steps(pl, pl->task);
  pl->arrived = false;
  run->known = false;                        /* the end of a run may be met again */
  run->end = END_NONE;
  if (pl->at < pl->low) pl->low = pl->at;
  if (pl->at == run->depth) return (ExMove){ .kind = EX_STEP, .tid = PLAN_NOBODY };      /* nothing to undo */
  pl->policy->pop(pl, pl->at);
  return ex_back(pl->at);
}

/* --- the walk --- */

static ExMove take(Plan *pl, VmAction a) {
  if (!pl->policy->before(pl, a.tid)) return refused(pl->run);
  return ex_step(a);
}

/* The run has ended: it is counted, then analysed. */
static PlanAnswer finish(Plan *pl) {
  ExRun *run = pl->run;
  PlanAnswer x = pl->policy->ending(pl);
  if (x == PLAN_DROP) return hand_out(pl) ? PLAN_DROP : PLAN_STOP;
  if (x != PLAN_GO) return x;
  ex_end(run);
  if (run->stop) return PLAN_STOP;
  if (!pl->policy->end(pl)) return PLAN_STOP;
  pl->scanned = pl->npath;
  pl->low = run->depth;
  return hand_out(pl) ? PLAN_GO : PLAN_STOP;
}

/* The next action of the task, or what its end leads to. *M: a move to make. */
static PlanAnswer follow(Plan *pl, ExMove *m) {
  if (pl->at < pl->task->n) {
    VmAction a = pl->task->a[pl->at];
    PlanAnswer x = pl->policy->step ? pl->policy->step(pl, a) : PLAN_GO;
    if (x == PLAN_SKIP) pl->at = pl->task->n;
    if (x != PLAN_GO) return x;
    pl->at++;
    *m = take(pl, a);
    return PLAN_GO;
  }
  if (pl->arrived) return PLAN_SKIP;
  pl->arrived = true;
  count_done(pl);
  PlanAnswer x = pl->policy->arrived(pl);
  return x == PLAN_GO ? PLAN_SKIP : x;
}

/* A task that leads nowhere; it may have left others. */
static bool drop(Plan *pl) {
  pl->run->result->stats.dropped += !pl->nfresh;
  return hand_out(pl);
}

ExMove plan_next(ExRun *run) {
  Plan *pl = run->self;
  ExMove m;
  VmAction a;
  while (!run->stop && !run->cut) {
    PlanAnswer x = PLAN_DROP;
    if (pl->task) {
      x = follow(pl, &m);
      if (x == PLAN_GO) return m;
      if (x == PLAN_STOP || (x == PLAN_DROP && !drop(pl))) return refused(run);
      if (x == PLAN_SKIP && !pl->arrived) continue;
    }
    if (x == PLAN_SKIP) {
      VmTid last = run->depth ? run->path[run->depth - 1].action.tid : 0;
      VmStatus s = vm_nthreads(run->vm) ? vm_some_action(run->vm, last, &a) : VM_BLOCKED;
      if (s == VM_OK) return take(pl, a);
      if (s != VM_BLOCKED || finish(pl) == PLAN_STOP) return refused(run);
    }
    m = next_task(pl);
    if (m.kind != EX_STEP) return m;
  }
  return ex_done();
}

bool plan_took(ExRun *run, const VmEvent *ev) {
  Plan *pl = run->self;
  if (!pl->policy->push(pl, ev)) ex_stop(run, "memory");
  return true;
}

/* --- opening and closing --- */

bool plan_open(ExRun *run, const PlanPolicy *policy) {
  Plan *pl = run->self = mem_alloc(run->mem, sizeof *pl);
  if (!pl) return false;
  pl->run = run;
  pl->policy = policy;
  for (uint32_t i = 0; i < run->program->nfaults; i++) pl->crashes |= run->program->faults[i].kind == FAULT_CRASH;
  if (!plan_wide(pl, vm_nthreads(run->vm))) return false;
  if (run->worker) return true;
  PlanTask *first = plan_task(pl, NULL, 0);
  if (!first) return false;
  first->weight = 1;
  pl->task = first;
  pool_hold(&run->team->pool);
  return true;
}

void plan_close(ExRun *run) {
  Plan *pl = run->self;
  if (!pl) return;
  Mem *m = run->mem;
  path_cut(pl, 0);
  for (size_t i = 0; i < pl->nfresh; i++) task_end(pl, run->team, pl->fresh[i]);
  task_done(pl);
  for (PlanNode *n; (n = pl->spare_nodes); node_free(m, n)) pl->spare_nodes = n->parent;
  for (uint32_t i = 0; i < PLAN_SIZES; i++)
    for (PlanTask *t; (t = pl->spare_tasks[i]); mem_free(m, t, task_size(t->n))) pl->spare_tasks[i] = t->next;
  mem_free(m, pl->path, pl->path_cap * sizeof *pl->path);
  mem_free(m, pl->sets, pl->sets_cap * sizeof *pl->sets);
  mem_free(m, pl->done, pl->done_cap * sizeof *pl->done);
  mem_free(m, pl->fresh, pl->fresh_cap * sizeof *pl->fresh);
  mem_free(m, pl, sizeof *pl);
}

void plan_team_close(ExTeam *team) {
  for (PlanTask *t; (t = pool_drain(&team->pool));) task_end(NULL, team, t);
}
