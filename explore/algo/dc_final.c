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

/* --- nodes: finally, one variable after the other --- */

static uint32_t final_source(const Rf *rf, uint32_t obj) { return rf->write[obj] ? rf->acc[rf->write[obj] - 1].ev : RF_NONE; }
static Hist final_hist(const Rf *rf, uint32_t at) { return hist_join((Hist){ 9, 10 }, rf->ev[at].hist); }

/* Of the writes of OBJ, could more than one be the last, as far as pasts tell? */
static bool is_open(const Rf *rf, uint32_t obj) {
  uint32_t n = 0;
  for (uint32_t w = rf->write[obj]; w && n < 2; w = rf->acc[w - 1].older) {
    bool last = true;
    for (uint32_t v = rf->write[obj]; v && last; v = rf->acc[v - 1].older)
      last = v == w || !rf_before(rf, rf->acc[w - 1].ev, rf->acc[v - 1].ev);
    n += last;
  }
  return n > 1;
}

bool dc_final_nodes(Plan *pl) {
  const Rf *rf = &((Dc *)pl->more)->rf;
  const BcProp *p = &pl->run->program->finally_;
  bool has = pl->npath && pl->path[pl->npath - 1].what.kind == NODE_FINAL;
  for (uint32_t i = has ? pl->path[pl->npath - 1].what.index + 1 : 0; i < p->nlocs; i++)
    if (is_open(rf, p->locs[i]) && !plan_node(pl, (PlanWhat){ .kind = NODE_FINAL, .index = i }, final_hist(rf, final_source(rf, p->locs[i])))) return false;
  return true;
}

/* All other writes of the object come before the one at W. */
static bool make_last(const Dc *dc, Realize *z, uint32_t obj, uint32_t w) {
  const Rf *rf = &dc->rf;
  for (uint32_t v = rf->write[obj]; v; v = rf->acc[v - 1].older)
    if (rf->acc[v - 1].ev != w && !real_edge(z, dc->order.number[rf->acc[v - 1].ev], dc->order.number[w])) return false;
  return real_saturate(z) != REAL_NO;
}

/* Could the write at AT of OBJ be the last? */
static bool ask_last(Ask *k, uint32_t obj, uint32_t at) {
  Dc *dc = k->dc;
  const Rf *rf = &dc->rf;
  for (uint32_t v = rf->write[obj]; v; v = rf->acc[v - 1].older)
    if (real_before(&dc->now, dc->order.number[at], dc->order.number[rf->acc[v - 1].ev])) return true;
  Hist h = final_hist(rf, at);
  if (dc_known(k, h)) return !k->pl->run->stop;
  if (!real_copy(&dc->trial, &dc->now)) return dc_no_memory(k);
  switch (make_last(dc, &dc->trial, obj, at) ? real_solve(&dc->trial, dc->order.seq) : REAL_NO) {
    case REAL_NO: return true;
    case REAL_NOMEM: return dc_no_memory(k);
    case REAL_BUDGET: ex_prune(k->pl->run, "realize"); return true;
    case REAL_YES: break;
  }
  return dc_task(k->pl, k->entry->node, h, MODE_PLAIN) || dc_no_memory(k);
}

/* The constraints of the whole execution, with its guards stuck, into dc->now. */
static bool open_finals(Plan *pl) {
  Dc *dc = pl->more;
  whole_set(dc);
  alts_clear(&dc->alts, 0);
  RealAnswer x = order_constraints(&dc->order, dc->set, NULL, 0);
  assert(x == REAL_YES || x == REAL_NOMEM);
  if (x == REAL_YES && stuck_edges(&dc->order) && real_copy(&dc->now, &dc->order.z)) return true;
  ex_stop(pl->run, "memory");
  return false;
}

/* Variables before the one in question read what they read here. */
bool dc_ask_finals(Plan *pl, size_t had) {
  Dc *dc = pl->more;
  const Rf *rf = &dc->rf;
  const BcProp *p = &pl->run->program->finally_;
  while (had < pl->npath && pl->path[had].what.kind != NODE_FINAL) had++;
  if (had == pl->npath) return true;
  if (!open_finals(pl)) return false;
  for (uint32_t i = 0; i < p->nlocs && had < pl->npath; i++) {
    Ask k = { .pl = pl, .dc = dc, .entry = &pl->path[had] };
    bool mine = pl->path[had].what.index == i;
    for (uint32_t w = mine ? rf->write[p->locs[i]] : 0; w && !ex_tick(pl->run); w = rf->acc[w - 1].older)
      if (!ask_last(&k, p->locs[i], rf->acc[w - 1].ev)) return false;
    had += mine;
    if (rf->write[p->locs[i]] && !make_last(dc, &dc->now, p->locs[i], final_source(rf, p->locs[i]))) return false;
  }
  return !pl->run->stop;
}
