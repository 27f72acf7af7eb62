/* explore/algo/dc_sources.c -- see dc.h: what a decided event could read, and the plan that lets it.
 * A source must lie outside fut(r). Besides the writes and sends of the execution there are those that other events would do
 * with other sources of their own (rewired). One level is enough: what such an event reads is in the execution. */
#include <assert.h>
#include <string.h>
#include "explore/algo/dc.h"
#include "vm/probe.h"

/* --- the decided event and its alternatives --- */

/* Is the event at AT in fut(r)? */
static bool in_future(const Ask *k, const Clock *row) { return row[k->entry->what.tid] > k->entry->what.index; }

/* May what lies in ROW come before the mutex is taken? */
static bool takes_before(const Ask *k, const Clock *row) {
  for (uint32_t t = 0; t < k->dc->rf.stride && t <= VM_MAX_THREADS; t++) if (row[t] > k->dc->first[t]) return true;
  return false;
}

bool dc_excluded(const Ask *k, const Clock *row) {
  return k->entry->what.kind == NODE_LOCK ? takes_before(k, row) : in_future(k, row);
}

bool dc_no_memory(Ask *k) {
  if (!k->pl->run->stop) ex_stop(k->pl->run, "memory");
  return false;
}

bool dc_known(Ask *k, Hist h) {
  bool ok = true, seen = plan_seen(k->pl, k->entry->node, h, &ok);
  if (!ok) dc_no_memory(k);
  return seen;
}

bool dc_task(Plan *pl, PlanNode *node, Hist hist, uint32_t mode) {
  const Order *o = &((Dc *)pl->more)->order;
  PlanTask *t = plan_task(pl, node, (uint32_t)o->nitem);
  if (!t) return false;
  order_actions(o, t->a);
  t->hist = hist;
  t->mode = mode;
  return plan_add(pl, t);
}

/* Alternatives AS, the last one that of the decided event: is there an execution with them? Then it is planned. */
static bool plan_alternative(Ask *k, const uint32_t *as, uint32_t n) {
  Dc *dc = k->dc;
  const Alt *r = &dc->alts.alt[as[n - 1]];
  memcpy(dc->set, k->a, dc->rf.stride * sizeof *dc->set);
  alts_past(&dc->alts, as[n - 1], dc->set);
  for (uint32_t i = 0; i < n; i++)           /* an event with two different histories */
    if (dc->set[dc->alts.alt[as[i]].tid] > dc->alts.alt[as[i]].index) return true;
  switch (order_find(&dc->order, dc->set, as, n)) {
    case REAL_NO: k->pl->run->result->stats.dropped++; return true;
    case REAL_NOMEM: return dc_no_memory(k);
    case REAL_BUDGET:
      ex_prune(k->pl->run, "realize");
      if (!k->pl->run->result->limit_help)
        k->pl->run->result->limit_help = "whether some orders of reads and writes are possible took too long to tell; try --algo optimal or lazy";
      return true;
    case REAL_YES: break;
  }
  return dc_task(k->pl, k->entry->node, r->hist, MODE_PLAIN) || dc_no_memory(k);
}

typedef struct { uint32_t at[ALT_MAX_BOUND + 1], n; } AltList;

/* Adds the rewired event that SOURCE names, if it does. False: there is another history of the same event already. */
static bool add_rewired(const Alts *l, AltList *as, uint32_t source) {
  if (source == RF_SELF || !(source & ALT_SOURCE)) return true;
  uint32_t v = source & ~ALT_SOURCE;
  for (uint32_t j = 0; j < as->n; j++) {
    if (as->at[j] == v) return true;
    if (l->alt[as->at[j]].tid == l->alt[v].tid) return false;
  }
  if (as->n < ALT_MAX_BOUND) as->at[as->n++] = v;
  return true;
}

/* The rewired events among its sources, then the alternative itself. */
bool dc_plan(Ask *k, uint32_t alt) {
  AltList as = { .n = 0 };
  const Alts *l = &k->dc->alts;
  const Alt *r = &l->alt[alt];
  for (uint32_t i = 0; i < r->nacc; i++)
    if (ACC_MODE(l->acc[r->acc + i].acc) & ACC_R && !add_rewired(l, &as, l->acc[r->acc + i].source)) return true;
  for (uint32_t i = 0; i < r->nops; i++) if (!add_rewired(l, &as, l->op[r->op + i].source)) return true;
  as.at[as.n++] = alt;
  return plan_alternative(k, as.at, as.n);
}

/* --- sources --- */

/* Writes of OBJ in the past of what comes before r that no other such write comes after. */
typedef struct { uint32_t at[VM_MAX_THREADS + 1], n; } Newest;

/* Is the write at W overwritten before r can read it? */
static bool overwritten(const Rf *rf, const Newest *l, uint32_t w) {
  for (uint32_t i = 0; i < l->n; i++) if (l->at[i] != w && rf_before(rf, w, l->at[i])) return true;
  return false;
}

/* Every source that OBJ may have, PREV being what comes before the reader. */
bool dc_each_source(Ask *k, uint32_t obj, uint32_t prev, const Spot *reader, uint32_t low, bool (*pick)(void *, uint32_t), void *to) {
  Rf *rf = &k->dc->rf;
  Newest newest = { .n = 0 };
  const Clock *base = prev ? rf_row(rf, prev - 1) : NULL;
  uint32_t next;
  for (uint32_t w = rf->write[obj]; w; w = next) {
    uint32_t at = rf->acc[w - 1].ev;
    next = rf->acc[w - 1].older;
    const Clock *row = rf_row(rf, at);
    bool inside = base && base[rf->ev[at].tid] > rf->ev[at].index, over = overwritten(rf, &newest, at);
    if (inside && !over) newest.at[newest.n++] = at;
    if (at < low) return true;
    if (over || dc_excluded(k, row) || row[reader->tid] > reader->index) continue;
    if (!pick(to, at + 1)) return false;
  }
  return newest.n || low || pick(to, 0);
}

static bool query_sources(AltQuery *q, uint32_t obj, bool (*pick)(void *, uint32_t), void *to) {
  Ask *k = (Ask *)(void *)q;
  return dc_each_source(k, obj, q->spot.prev, &q->spot, 0, pick, to) && (!k->rewired || dc_rewired(k, obj, pick, to));
}

/* Taken by a receive that comes before? */
static bool consumed(const Rf *rf, const Spot *spot, RfSend s) {
  uint32_t left = rf->op[rf->ev[s.ev].op + s.op].op.copies;
  for (uint32_t i = 0; i < spot->index && i < rf->at[spot->tid].n; i++) {
    const RfEvent *e = &rf->ev[rf->at[spot->tid].at[i]];
    for (uint32_t o = 0; o < e->nownops; o++) {
      const RfOp *op = &rf->op[e->op + o];
      if (op->op.kind == EV_RECEIVE && op->op.copies && op->source == s.ev + 1 && op->sop == s.op && left) left--;
    }
  }
  return left == 0;
}

bool dc_send(AltQuery *q, RfSend s) {
  Ask *k = (Ask *)(void *)q;
  const Rf *rf = &k->dc->rf;
  const Clock *row = rf_row(rf, s.ev);
  return !dc_excluded(k, row) && row[q->spot.tid] <= q->spot.index && !consumed(rf, &q->spot, s);
}

static bool query_end(AltQuery *q, VmTid peer) {
  Ask *k = (Ask *)(void *)q;
  const Rf *rf = &k->dc->rf;
  VmThreadStatus st = vm_thread(rf->run->vm, peer);
  if (st != TH_ENDED && st != TH_CRASHED) return false;
  if (!rf->last[peer]) return true;
  const Clock *row = rf_row(rf, rf->last[peer] - 1);
  return !dc_excluded(k, row) && row[q->spot.tid] <= q->spot.index;
}

static bool query_found(AltQuery *q, uint32_t alt) {
  Ask *k = (Ask *)(void *)q;
  if (k->entry->what.kind == NODE_LOCK) {
    const RfAcc *m = alts_access(&k->dc->alts, alt, k->mutex);
    if (!m || !(ACC_MODE(m->acc) & ACC_W)) return true;
  }
  return dc_known(k, k->dc->alts.alt[alt].hist) ? !k->pl->run->stop : dc_plan(k, alt);
}

void dc_ask_at(Ask *k, Spot spot) {
  k->q = (AltQuery){ .spot = spot, .obj = RF_NONE, .sources = query_sources, .send = dc_send, .end = query_end, .found = query_found };
}

/* --- rewired events --- */

bool dc_is_receive(const RfEvent *e) { return (e->kind == EV_RECEIVE || e->kind == EV_AFTER) && !(e->flags & (EVF_GUARDED | EVF_STUCK)) && e->nops == 1 && !e->nacc; }

/* The question what another event could do with sources that r may have before it: the alternatives stay where they are. */
static bool rewire_found(AltQuery *q, uint32_t alt) {
  (void)q;
  (void)alt;
  return true;
}

Spot dc_spot(const Rf *rf, uint32_t at) {
  const RfEvent *e = &rf->ev[at];
  return (Spot){ e->tid, e->index, e->prev, e->local == RF_NONE ? NULL : rf->local + e->local };
}

/* Does its thread end with the lock? */
static uint8_t lock_flags(Dc *dc, const Spot *spot, uint32_t mutex) {
  Rf *rf = &dc->rf;
  VmState *vm = rf->run->vm;
  uint32_t at = rf_at(rf, spot->tid, spot->index);
  VmEvent ev = { .flags = 0 };
  if (!rf->looks) return 0;
  if (at != RF_NONE) return rf->ev[at].flags & EVF_ENDED;
  VmMark m = vm_save(vm);
  vm_probe_value(vm, mutex, W_IMM(0));
  VmStatus s = vm_peek(vm, spot->tid, 0, &ev);
  vm_restore(vm, m);
  return s == VM_OK ? ev.flags & EVF_ENDED : 0;
}

/* A plain lock of MUTEX at SPOT that takes it from SOURCE. */
int dc_lock_at(Dc *dc, const Spot *spot, uint32_t mutex, uint32_t source) {
  RfAcc acc = { .acc = mutex << 2 | ACC_RW, .ev = RF_NONE, .source = source, .value = W_IMM(spot->tid + 1) };
  Alt like = { .tid = spot->tid, .kind = EV_LOCK, .flags = lock_flags(dc, spot, mutex), .index = spot->index, .prev = spot->prev };
  return alts_add(&dc->alts, &like, &acc, 1, NULL, 0);
}

typedef struct { Ask *ask; Spot spot; } LockPick;

static bool pick_lock(void *to, uint32_t source) {
  LockPick *x = to;
  Dc *dc = x->ask->dc;
  uint32_t m = x->ask->mutex;
  if (alts_value(&dc->alts, source, m) != W_IMM(0)) return true;
  return dc_lock_at(dc, &x->spot, m, source) >= 0 || dc_no_memory(x->ask);
}

static bool rewire_lock(const Ask *k, Spot spot, uint32_t mutex) {
  Ask sub = *k;
  sub.mutex = mutex;
  LockPick x = { &sub, spot };
  return dc_each_source(&sub, mutex, spot.prev, &spot, 0, pick_lock, &x);
}

/* Everything the event at AT could do; its own doing, where r can read it, is left out later by its history. */
static bool rewire_event(const Ask *k, uint32_t at) {
  const RfEvent *c = &k->dc->rf.ev[at];
  Spot spot = dc_spot(&k->dc->rf, at);
  if (c->lock != RF_NONE) return rewire_lock(k, spot, c->lock);
  if (!spot.local) return true;
  Ask sub = *k;
  dc_ask_at(&sub, spot);
  sub.q.found = rewire_found;
  sub.q.crash = c->kind == EV_CRASH;
  sub.q.waits = dc_is_receive(c) && !k->dc->rf.run->program->receives[k->dc->rf.op[c->op].op.receive].after;
  if (sub.q.waits) sub.q.matcher = k->dc->rf.op[c->op].op.matcher;
  sub.rewired = false;
  return alts_find(&k->dc->alts, &sub.q);
}

static bool is_mutex(const Dc *dc, uint32_t obj) {
  const BcProgram *p = dc->rf.run->program;
  return obj < p->nlocs && p->leaf_type[obj]->kind == T_MUTEX;
}

static bool pending_locks(const Ask *k) {
  Rf *rf = &k->dc->rf;
  VmState *vm = rf->run->vm;
  for (unsigned t = 0; t < vm_nthreads(vm); t++) {
    if (t == k->q.spot.tid || vm_thread(vm, (VmTid)t) != TH_RUNNING) continue;
    VmWait w = vm_wait(vm, (VmTid)t);
    Spot spot = { (VmTid)t, (uint32_t)rf->at[t].n, rf->last[t] ? rf->last[t] : rf->init, NULL };
    if (w.kind == WAIT_LOCK && !(spot.prev && dc_excluded(k, rf_row(rf, spot.prev - 1))) && !rewire_lock(k, spot, w.lock)) return false;
  }
  return true;
}

static bool is_region(const RfEvent *e) { return e->kind == EV_ATOMIC || e->kind == EV_AWAIT || e->kind == EV_CRASH || e->flags & EVF_GUARDED || e->chooses; }
static bool may_send(const RfEvent *c) { return c->kind == EV_SEND || is_region(c); }

/* Could C, had it other sources, be a source of R? What a region reads is not known before. */
static bool feeds(const Rf *rf, const RfEvent *c, const RfEvent *r) {
  if (!r || is_region(r)) return true;
  if (dc_is_receive(r)) return may_send(c);
  for (uint32_t i = 0; i < r->nacc; i++) {
    VmAcc a = rf->acc[r->acc + i].acc;
    if (ACC_MODE(a) & ACC_R && rf_may_write(rf, c, ACC_OBJ(a))) return true;
  }
  return false;
}

/* All rewired events of the question, once. R: the decided event; NULL: a crash. */
bool dc_variants(Ask *k, const RfEvent *r) {
  Dc *dc = k->dc;
  Rf *rf = &dc->rf;
  alts_clear(&dc->alts, 0);
  for (size_t i = 0; i < dc->nrewire; i++) {
    const RfEvent *c = &rf->ev[dc->rewire[i]];
    if (c->tid == k->q.spot.tid || dc->rewire[i] == k->pos || (c->prev && dc_excluded(k, rf_row(rf, c->prev - 1)))) continue;
    if (feeds(rf, c, r) && !rewire_event(k, dc->rewire[i])) return false;
  }
  if (dc->mutexes && (!r || is_region(r) || (r->nacc && is_mutex(dc, ACC_OBJ(rf->acc[r->acc].acc)))) && !pending_locks(k)) return false;
  k->nvariants = k->q.variants = dc->alts.n;
  return true;
}

bool dc_rewired(Ask *k, uint32_t obj, bool (*pick)(void *, uint32_t), void *to) {
  Dc *dc = k->dc;
  for (uint32_t v = 0; v < k->nvariants; v++) {
    const RfAcc *a = alts_access(&dc->alts, v, obj);
    if (!a || !(ACC_MODE(a->acc) & ACC_W)) continue;
    const Alt *c = &dc->alts.alt[v];
    uint32_t at = rf_at(&dc->rf, c->tid, c->index);
    if (at != RF_NONE && hist_same(dc->rf.ev[at].hist, c->hist) && !dc_excluded(k, rf_row(&dc->rf, at))) continue;      /* it is here as it is */
    if (!pick(to, ALT_SOURCE | v)) return false;
  }
  return true;
}
