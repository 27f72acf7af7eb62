/* explore/algo/dc_final.c -- see dc.h: questions about a whole class at its end: is a guard that failed stuck for good in one of its
 * orders, and what can `finally` read? */
#include <assert.h>
#include <string.h>
#include "explore/algo/dc.h"

/* --- guards that are stuck --- */

/* Would a stuck guard have something to look at again, in this order of events? */
static bool stuck_here(const Rf *rf, uint32_t at) {
  const RfEvent *e = &rf->ev[at];
  if (vm_stuck_open(rf->run->vm, e->tid)) return false;
  for (uint32_t i = 0; i < e->nacc; i++) {
    uint32_t w = rf->write[ACC_OBJ(rf->acc[e->acc + i].acc)];
    if (w && rf->acc[w - 1].ev > at) return false;
  }
  return true;
}

/* Of messages and ends of threads the class tells: does what the guard waits for come after it? */
static bool stuck_ops(const Rf *rf, uint32_t at) {
  const RfEvent *e = &rf->ev[at];
  const RfSends *sends = &rf->sends[e->tid];
  if (vm_stuck_open(rf->run->vm, e->tid)) return false;
  for (uint32_t i = 0; i < e->nops; i++) {
    const RfOp *op = &rf->op[e->op + i];
    VmThreadStatus st = op->op.kind == EV_JOIN ? vm_thread(rf->run->vm, op->op.peer) : TH_RUNNING;
    if (op->op.kind == EV_JOIN && !op->sop && (st == TH_ENDED || st == TH_CRASHED)) return false;
    for (size_t k = 0; op->op.kind == EV_AFTER && k < sends->n; k++) {
      const VmOp *sent = &rf->op[rf->ev[sends->at[k].ev].op + sends->at[k].op].op;
      if (sends->at[k].ev > at && (!op->op.matcher || vm_matches(rf->run->vm, op->op.matcher, sent->msg))) return false;
    }
  }
  return true;
}

/* Every other write of what a stuck guard read comes before its source. False: impossible. */
static bool stuck_edges(Order *o) {
  const Rf *rf = o->rf;
  for (uint32_t g = 0; g < rf->n; g++) {
    const RfEvent *e = &rf->ev[g];
    for (uint32_t i = 0; e->flags & EVF_STUCK && i < e->nacc; i++) {
      const RfAcc *a = &rf->acc[e->acc + i];
      for (uint32_t w = rf->write[ACC_OBJ(a->acc)]; w; w = rf->acc[w - 1].older) {
        uint32_t at = rf->acc[w - 1].ev;
        if (at + 1 == a->source) continue;
        if (!a->source || !real_edge(&o->z, o->number[at], o->number[a->source - 1])) return false;
      }
    }
  }
  return true;
}

static void whole_set(Dc *dc) {
  memset(dc->set, 0, dc->rf.stride * sizeof *dc->set);
  for (uint32_t t = 0; t < dc->rf.stride && t <= VM_MAX_THREADS; t++) dc->set[t] = (Clock)dc->rf.at[t].n;
}

/* As they are: all guards really stuck. Else in another order: the run is done again so. */
PlanAnswer dc_ending(Plan *pl) {
  Dc *dc = pl->more;
  Rf *rf = &dc->rf;
  bool here = true, stuck = false;
  if (!dc->guards || pl->task->mode == MODE_AGAIN) return PLAN_GO;
  VmCensus c = vm_census(rf->run->vm);
  if (!c.stuck || c.failed || c.stopped || c.cut) return PLAN_GO;
  for (uint32_t i = 0; i < rf->n; i++) {
    if (!(rf->ev[i].flags & EVF_STUCK)) continue;
    stuck = true;
    if (!stuck_ops(rf, i)) return PLAN_GO;
    here &= stuck_here(rf, i);
  }
  if (!stuck || here) return PLAN_GO;
  whole_set(dc);
  RealAnswer x = order_constraints(&dc->order, dc->set, NULL, 0);
  if (x == REAL_YES) x = stuck_edges(&dc->order) ? order_solve(&dc->order) : REAL_NO;
  if (x == REAL_NOMEM) return PLAN_STOP;
  if (x == REAL_BUDGET) ex_prune(pl->run, "realize");
  if (x != REAL_YES) return PLAN_GO;
  return dc_task(pl, pl->task->node, pl->task->hist, MODE_AGAIN) ? PLAN_DROP : PLAN_STOP;
}

bool dc_pruned(ExRun *run) {
  const Rf *rf = &((Dc *)((Plan *)run->self)->more)->rf;
  for (uint32_t i = 0; i < rf->n; i++)
    if (rf->ev[i].flags & EVF_STUCK && (!stuck_here(rf, i) || !stuck_ops(rf, i))) return true;
  return false;
}

/* --- nodes: finally --- */

Hist dc_final_hist(const Dc *dc) {
  const BcProp *p = &dc->rf.run->program->finally_;
  Hist h = { 9, 10 };
  for (uint32_t i = 0; i < p->nlocs; i++) {
    uint32_t s = dc->final_source[i];
    h = hist_join(hist_mix(h, p->locs[i]), s ? dc->rf.ev[s - 1].hist : (Hist){ 3, 4 });
  }
  return h;
}

bool dc_final_sources(Plan *pl) {
  Dc *dc = pl->more;
  const BcProp *p = &pl->run->program->finally_;
  if (!dc_grow(pl, &dc->final_source, &dc->final_cap, sizeof *dc->final_source, p->nlocs)) return false;
  for (uint32_t i = 0; i < p->nlocs; i++) {
    uint32_t w = dc->rf.write[p->locs[i]];
    dc->final_source[i] = w ? dc->rf.acc[w - 1].ev + 1 : 0;
  }
  return true;
}

static bool stack_room(Plan *pl, size_t n) {
  Dc *dc = pl->more;
  if (!dc_grow(pl, &dc->stack, &dc->stack_cap, sizeof *dc->stack, n)) return false;
  for (; dc->nstack < n; dc->nstack++) real_init(&dc->stack[dc->nstack], pl->run->mem);
  return true;
}

/* All other writes of the object come before W. */
static bool make_last(const Dc *dc, Realize *z, uint32_t obj, uint32_t w) {
  const Rf *rf = &dc->rf;
  for (uint32_t v = rf->write[obj]; v; v = rf->acc[v - 1].older)
    if (rf->acc[v - 1].ev != w && !real_edge(z, dc->order.number[rf->acc[v - 1].ev], dc->order.number[w])) return false;
  return real_saturate(z) != REAL_NO;
}

static bool ask_final_leaf(Ask *k, size_t level) {
  Dc *dc = k->dc;
  Hist h = dc_final_hist(dc);
  if (dc_known(k, h)) return !k->pl->run->stop;
  switch (real_solve(&dc->stack[level], dc->order.seq)) {
    case REAL_NO: return true;
    case REAL_NOMEM: return dc_no_memory(k);
    case REAL_BUDGET: ex_prune(k->pl->run, "realize"); return true;
    case REAL_YES: break;
  }
  return dc_task(k->pl, k->entry->node, h, MODE_PLAIN) || dc_no_memory(k);
}

/* The I-th variable reads each write that can be the last. */
static bool ask_final_at(Ask *k, uint32_t i, size_t level) {
  Dc *dc = k->dc;
  const Rf *rf = &dc->rf;
  const BcProp *p = &rf->run->program->finally_;
  while (i < p->nlocs && !rf->write[p->locs[i]]) dc->final_source[i++] = 0;
  if (i == p->nlocs) return ask_final_leaf(k, level);
  if (!stack_room(k->pl, level + 2)) return dc_no_memory(k);
  for (uint32_t w = rf->write[p->locs[i]]; w && !ex_tick(rf->run); w = rf->acc[w - 1].older) {
    uint32_t at = rf->acc[w - 1].ev;
    bool last = true;
    for (uint32_t v = rf->write[p->locs[i]]; v && last; v = rf->acc[v - 1].older)
      last = !real_before(&dc->stack[level], dc->order.number[at], dc->order.number[rf->acc[v - 1].ev]);
    if (!last) continue;
    if (!real_copy(&dc->stack[level + 1], &dc->stack[level])) return dc_no_memory(k);
    if (!make_last(dc, &dc->stack[level + 1], p->locs[i], at)) continue;
    dc->final_source[i] = at + 1;
    if (!ask_final_at(k, i + 1, level + 1)) return false;
  }
  return !rf->run->stop;
}

bool dc_ask_final(Ask *k) {
  Dc *dc = k->dc;
  whole_set(dc);
  alts_clear(&dc->alts, 0);
  RealAnswer x = order_constraints(&dc->order, dc->set, NULL, 0);
  if (x == REAL_NOMEM || !stack_room(k->pl, 1) || !real_copy(&dc->stack[0], &dc->order.z)) return dc_no_memory(k);
  assert(x == REAL_YES);
  Realize keep = dc->order.z;
  dc->order.z = dc->stack[0];
  bool ok = stuck_edges(&dc->order);
  dc->stack[0] = dc->order.z;
  dc->order.z = keep;
  if (!ok || real_saturate(&dc->stack[0]) == REAL_NO) return true;
  return ask_final_at(k, 0, 0);
}
