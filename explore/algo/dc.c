/* explore/algo/dc.c -- the search by reads-from classes: nodes and the walk; see dc.h. */
#include <assert.h>
#include <string.h>
#include "explore/algo/dc.h"
#include "vm/waits.h"

extern const ExAlgo ex_dc;

/* --- the end of a run --- */

/* FRESH: nothing was asked here yet by this worker. */
static bool ask(Plan *pl, size_t entry, bool fresh) {
  Dc *dc = pl->more;
  const PlanEntry *e = &pl->path[entry];
  Ask k = { .pl = pl, .dc = dc, .entry = e, .a = plan_set(pl, entry), .low = fresh ? 0 : pl->low };
  k.pos = e->what.kind == NODE_FINAL ? RF_NONE : rf_at(&dc->rf, e->what.tid, e->what.index);
  switch ((PlanKind)e->what.kind) {
    case NODE_EVENT: return dc_ask_event(&k);
    case NODE_LOCK: return dc_ask_lock(&k);
    case NODE_CRASH: return dc_ask_crash(&k);
    case NODE_FINAL: break;                  /* all is known at once: dc_ask_finals */
  }
  return true;
}

static bool event_node(Plan *pl, uint32_t at) {
  Dc *dc = pl->more;
  const RfEvent *e = &dc->rf.ev[at];
  PlanWhat what = { .kind = NODE_EVENT, .tid = e->tid, .index = e->index };
  if (e->lock != RF_NONE) {
    uint32_t s = dc->rf.acc[e->acc].source;
    what.kind = NODE_LOCK;
    what.mutex = e->lock;
    what.wtid = s ? dc->rf.ev[s - 1].tid : PLAN_NOBODY;
    what.windex = s ? dc->rf.ev[s - 1].index : 0;
  }
  if (!plan_node(pl, what, e->hist)) return false;
  clock_join(pl->done, rf_row(&dc->rf, at), pl->stride);
  return true;
}

static bool crashed(Plan *pl, VmTid tid, uint32_t index) {
  const Rf *rf = &((Dc *)pl->more)->rf;
  uint32_t at = rf_at(rf, tid, index);
  return at != RF_NONE && rf->ev[at].kind == EV_CRASH;
}

static bool new_nodes(Plan *pl) {
  Dc *dc = pl->more;
  Rf *rf = &dc->rf;
  VmState *vm = pl->run->vm;
  plan_crashes(pl);
  for (uint32_t i = pl->task->mode == MODE_PLAIN ? pl->task->n : 0; i < rf->n; i++) {
    const RfEvent *e = &rf->ev[i];
    if (e->index < pl->done[e->tid]) continue;
    if (!plan_crash_node(pl, e->tid, e->index, plan_no_crash) || (e->decides && !event_node(pl, i))) return false;
  }
  for (unsigned t = 0; pl->crashes && t < vm_nthreads(vm); t++)
    if (vm_thread(vm, (VmTid)t) == TH_RUNNING && !plan_crash_node(pl, (VmTid)t, (uint32_t)rf->at[t].n, plan_no_crash)) return false;
  return pl->run->end != END_TERMINAL || !pl->run->program->finally_.entry || dc_final_nodes(pl);
}

static bool end(Plan *pl) {
  Dc *dc = pl->more;
  size_t old = pl->scanned, had = pl->npath;
  if (!new_nodes(pl) || !dc_grow(pl, &dc->set, &dc->set_cap, sizeof *dc->set, pl->stride)) return false;
  for (size_t i = 0; i < pl->npath && !ex_tick(pl->run); i++) if (!ask(pl, i, i >= old)) return false;
  return dc_ask_finals(pl, had);
}

/* --- the walk --- */

static bool before(Plan *pl, VmTid tid) { return rf_before_step(&((Dc *)pl->more)->rf, tid); }

static bool push(Plan *pl, const VmEvent *ev) {
  Dc *dc = pl->more;
  if (!rf_push(&dc->rf, ev) || !plan_wide(pl, vm_nthreads(pl->run->vm)) || !dc_grow(pl, &dc->set, &dc->set_cap, sizeof *dc->set, pl->stride)) return false;
  const RfEvent *e = &dc->rf.ev[dc->rf.n - 1];
  bool ends = dc->rf.looks && e->flags & EVF_ENDED;            /* somebody may look whether it has ended */
  bool plain = e->kind == EV_READ || e->kind == EV_WRITE || e->kind == EV_UNLOCK || e->kind == EV_JOIN || e->kind == EV_SPAWN || e->kind == EV_INIT ||
               dc_is_receive(e) || (e->kind == EV_SEND && !e->chooses);
  if ((plain && !ends) || !e->decides) return true;
  if (!dc_grow(pl, &dc->rewire, &dc->rewire_cap, sizeof *dc->rewire, dc->nrewire + 1)) return false;
  dc->rewire[dc->nrewire++] = (uint32_t)dc->rf.n - 1;
  return true;
}

static void pop(Plan *pl, uint32_t to) {
  Dc *dc = pl->more;
  rf_pop(&dc->rf, to);
  while (dc->nrewire && dc->rewire[dc->nrewire - 1] >= to) dc->nrewire--;
}

/* The event that the task decides, in this run: all that is decided is A, it, and its past. */
static uint32_t decided_event(const Plan *pl) {
  const Rf *rf = &((const Dc *)pl->more)->rf;
  for (uint32_t i = (uint32_t)rf->n; i-- > 0;) if (hist_same(rf->ev[i].hist, pl->task->hist)) return i;
  return RF_NONE;
}

static PlanAnswer arrived(Plan *pl) {
  bool again = pl->task->mode == MODE_AGAIN;
  if (!pl->task->node) {
    if (again) clock_copy(pl->done, NULL, pl->stride);
    return PLAN_GO;
  }
  if (pl->path[pl->npath - 1].what.kind == NODE_FINAL) return PLAN_GO;
  uint32_t at = decided_event(pl);
  assert(at != RF_NONE);                     /* sources are as planned */
  if (again) {
    clock_copy(pl->done, plan_set(pl, pl->npath - 1), pl->stride);
    clock_join(pl->done, rf_row(&((Dc *)pl->more)->rf, at), pl->stride);
  }
  return PLAN_GO;
}

static const PlanPolicy policy = { .before = before, .push = push, .pop = pop, .arrived = arrived, .ending = dc_ending, .crashed = crashed, .end = end };

static bool open_init(Plan *pl) {
  Dc *dc = pl->more;
  const VmAction *a;
  if (!pl->run->program->init_chooses) return true;
  size_t n = vm_thread_actions(pl->run->vm, (VmTid)pl->run->program->nstatic, &a);
  if (n == SIZE_MAX || !dc_grow(pl, &dc->init, &dc->init_cap, sizeof *dc->init, n)) return false;
  if (n) memcpy(dc->init, a, n * sizeof *a);
  dc->ninit = n;
  return true;
}

static bool open(ExRun *run) {
  const BcProgram *p = run->program;
  if (!plan_open(run, &policy)) return false;
  Plan *pl = run->self;
  Dc *dc = pl->more = mem_alloc(run->mem, sizeof *dc);
  if (!dc || !rf_open(&dc->rf, run)) return false;
  alts_init(&dc->alts, &dc->rf);
  order_init(&dc->order, &dc->rf, &dc->alts);
  real_init(&dc->now, run->mem);
  real_init(&dc->trial, run->mem);
  dc->guards = p->has_guard || p->has_either || p->has_choose;
  for (uint32_t i = 0; i < p->nlocs; i++) dc->mutexes |= p->leaf_type[i]->kind == T_MUTEX;
  return open_init(pl) && dc_grow(pl, &dc->set, &dc->set_cap, sizeof *dc->set, pl->stride);
}

static void close(ExRun *run) {
  Plan *pl = run->self;
  Dc *dc = pl ? pl->more : NULL;
  if (dc) {
    Mem *m = run->mem;
    real_deinit(&dc->now);
    real_deinit(&dc->trial);
    mem_free(m, dc->rewire, dc->rewire_cap * sizeof *dc->rewire);
    mem_free(m, dc->init, dc->init_cap * sizeof *dc->init);
    mem_free(m, dc->set, dc->set_cap * sizeof *dc->set);
    mem_free(m, dc->local, dc->local_cap * sizeof *dc->local);
    order_deinit(&dc->order);
    alts_deinit(&dc->alts);
    rf_close(&dc->rf);
    mem_free(m, dc, sizeof *dc);
  }
  plan_close(run);
}

const ExAlgo ex_dc = {
  .name = "dc",
  .promises = EX_COMPLETE | EX_OPTIMAL | EX_PARALLEL, .needs = EX_NEEDS_FOOTPRINTS | EX_ASKS | EX_FAILING_GUARDS,
  .open = open, .next = plan_next, .took = plan_took, .close = close, .pruned = dc_pruned, .team_close = plan_team_close,
};
