/* explore/algo/endless.c -- see endless.h. */
#include "explore/algo/endless.h"
#include <stdio.h>
#include <string.h>

struct Endless {
  LassoGraph graph;
  Lassos lassos;
  bool judged;
  size_t next;                               /* of the lassos */
};

Endless *endless_new(ExRun *run) {
  Endless *e = mem_alloc(run->mem, sizeof *e);
  if (e) lasso_init(&e->graph, run->mem);
  return e;
}

void endless_free(ExRun *run, Endless *e) {
  if (!e) return;
  if (e->judged) lasso_drop(&e->lassos);
  lasso_deinit(&e->graph);
  mem_free(run->mem, e, sizeof *e);
}

/* --- the graph --- */

static uint8_t ended(const VmState *vm) {
  unsigned count = 0, n = vm_nthreads(vm);
  for (unsigned t = 0; t < n; t++) count += vm_thread(vm, (VmTid)t) == TH_ENDED && !vm_daemon(vm, (VmTid)t);
  return (uint8_t)count;
}

/* As for deadlocks, nothing is claimed where a thread has failed or was stopped. */
static bool counts(const VmState *vm) {
  VmCensus c = vm_census(vm);
  return c.alive && !c.failed && !c.stopped && !c.cut;
}

static LassoEdge edge_of(uint32_t to, const VmEvent *ev) {
  return (LassoEdge){ .to = to, .choice = ev->choice, .tid = ev->tid, .ends = ev->flags & EVF_ENDED && ev->kind != EV_CRASH };
}

void endless_came(ExRun *run, Endless *e, uint32_t number, bool fresh, const VmEvent *ev) {
  bool room = !fresh || lasso_state(&e->graph, ended(run->vm), counts(run->vm));
  if (room && ev) room = lasso_edge(&e->graph, edge_of(number, ev));
  if (!room) ex_stop(run, "memory");
}

void endless_expand(ExRun *run, Endless *e, uint32_t state) {
  if (!run->cut) lasso_expand(&e->graph, state);
}

/* --- names --- */

/* "A", "A and B", "A, B and 3 others" */
#define MANY 6
static const char *names(ExRun *run, Arena *a, const VmTid *tids, size_t n) {
  char text[1000] = "", name[100];
  size_t shown = n > MANY ? MANY - 1 : n;
  for (size_t i = 0; i < shown; i++) {
    size_t len = strlen(text);
    const char *gap = i == 0 ? "" : i + 1 == n ? " and " : ", ";
    snprintf(text + len, sizeof text - len, "%s%s", gap, vm_thread_name(run->vm, tids[i], name, sizeof name));
  }
  return shown == n ? arena_printf(a, "%s", text) : arena_printf(a, "%s and %zu others", text, n - shown);
}

static size_t who_steps(const LassoGraph *g, const LassoCycle *c, VmTid *out) {
  bool steps[VM_MAX_THREADS + 1] = { false };
  size_t n = 0;
  for (size_t i = 0; i < c->n; i++) steps[lasso_edge_of(g, c->at[i])->tid] = true;
  for (int tid = 0; tid <= VM_MAX_THREADS; tid++)
    if (steps[tid]) out[n++] = (VmTid)tid;
  return n;
}

/* ONE: the only thread that goes round, or -1. */
static const char *hope_text(ExRun *run, Arena *a, const Lasso *l, int one) {
  if (l->hope == HOPE_UNKNOWN) return "; whether a thread could end was not searched";
  if (l->hope == HOPE_SOMEBODY) return ", though a thread could end";
  VmTid tid = (VmTid)(l->hope - 1);
  if (tid == one) return ", though it could end";
  return arena_printf(a, ", though %s could end", names(run, a, &tid, 1));
}

static const char *text_of(ExRun *run, Arena *a, const Endless *e, const Lasso *l, const LassoCycle *c) {
  VmTid tids[VM_MAX_THREADS + 1];
  size_t n = who_steps(&e->graph, c, tids);
  const char *who = arena_printf(a, "%s %s round for ever", names(run, a, tids, n), n == 1 ? "goes" : "go");
  switch ((CycleKind)l->kind) {
  case CYCLE_HOPELESS: return arena_printf(a, "hopeless: %s, and no thread can end any more", who);
  case CYCLE_LIVELOCK: return arena_printf(a, "livelock: %s%s", who, hope_text(run, a, l, n == 1 ? tids[0] : -1));
  case CYCLE_STARVATION:
    n = lasso_starved(&e->graph, c, tids);
    return arena_printf(a, "starvation: %s, while %s could go on all the time and never %s", who, names(run, a, tids, n), n == 1 ? "does" : "do");
  case CYCLE_NONE: break;
  }
  return "";
}

/* --- findings --- */

typedef struct { VmAction *at; size_t n; } Actions;

static Actions actions_of(Arena *a, const LassoGraph *g, const LassoCycle *c) {
  Actions list = { ARENA_ARRAY(a, VmAction, c->n + 1), c->n };
  for (size_t i = 0; i < c->n; i++) {
    const LassoEdge *e = lasso_edge_of(g, c->at[i]);
    list.at[i] = (VmAction){ e->tid, e->choice };
  }
  return list;
}

static bool play(ExRun *run, VmAction a) {
  VmEvent ev;
  VmStatus s = vm_step(run->vm, a.tid, a.choice, &ev);
  if (s == VM_OK || s == VM_FAULT) return true;
  ex_stop(run, "memory");
  return false;
}

/* The machine goes to where the schedule leads; the path is empty there. */
static bool go_to_entry(ExRun *run, Arena *a, size_t *steps) {
  vm_reset(run->vm);
  run->depth = 0;
  *steps = ex_schedule(run, NULL);
  VmAction *way = ARENA_ARRAY(a, VmAction, *steps + 1);
  ex_schedule(run, way);
  for (size_t i = 0; i < *steps; i++)
    if (!play(run, way[i])) return false;
  return true;
}

/* Two cycles are the same when they are of one kind and step at the same set of places. */
static bool places(ExRun *run, Arena *a, const Actions *cycle, uint64_t *key) {
  uint32_t *pcs = ARENA_ARRAY(a, uint32_t, cycle->n + 1);
  for (size_t i = 0, n = 0; i < cycle->n; i++) {
    uint32_t pc = vm_pc(run->vm, cycle->at[i].tid);
    bool repeated = false;
    for (size_t k = 0; k < n && !repeated; k++) repeated = pcs[k] == pc;
    if (!repeated) *key += (uint64_t)(pc + 1) * 0x9e3779b97f4a7c15u >> 7, pcs[n++] = pc;
    if (!play(run, cycle->at[i])) return false;
  }
  return true;
}

/* What is only needed meanwhile is dropped: there may be many. */
static void tell(ExRun *run, Endless *e, const Lasso *l, const LassoCycle *c) {
  ExFinding like = { .what = FIND_PROGRESS, .name = "progress", .pc = UINT32_MAX, .tid = -1, .tid2 = -1, .key = l->kind };
  Arena a;
  arena_init(&a);
  Actions cycle = actions_of(&a, &e->graph, c);
  if (go_to_entry(run, &a, &like.loop)) {
    like.text = text_of(run, &a, e, l, c);
    if (places(run, &a, &cycle, &like.key)) ex_find(run, &run->result->findings, &like, cycle.at, cycle.n);
  }
  arena_deinit(&a);
}

bool endless_next(ExRun *run, Endless *e, uint32_t *entry) {
  if (!e->judged) {
    e->judged = true;
    if (!lasso_judge(&e->graph, run->limits->lasso == LASSO_FAIR, run->limits->all, &e->lassos)) {
      ex_stop(run, "memory");
      return false;
    }
  }
  if (ex_tick(run) || e->next == e->lassos.n) return false;
  *entry = e->lassos.at[e->next++].entry;
  return true;
}

void endless_tell(ExRun *run, Endless *e) {
  const Lasso *l = &e->lassos.at[e->next - 1];
  LassoCycle c;
  bool fair = run->limits->lasso == LASSO_FAIR || l->kind == CYCLE_LIVELOCK;
  if (lasso_cycle(&e->graph, &e->lassos, l, fair, &c)) tell(run, e, l, &c);
  else ex_stop(run, "memory");
  lasso_cycle_drop(&c);
}
