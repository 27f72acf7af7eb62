/* explore/algo/dc.c -- one execution per reads-from class: same events, and every read, lock and receive has the same source.
 * After Chalupa, Chatterjee, Pavlogiannis, Sinha, Vaidya, "Data-centric Dynamic Partial Order Reduction", POPL 2018; but a tree
 * of decisions over histories in the place of annotations, which makes it exact on every architecture (docs/algorithms.md).
 *
 *   r           the decided event;  fut(r): r and all that has it in its past
 *   K           A of the node, what comes before r in its thread, the pasts of r's new sources, and r
 *   rewired     another event c with other sources than it has here, so that what it writes can be a source of r: c may take
 *               what r took, and r read from c
 *
 * A lock is decided by who takes the mutex next. Guards are failing reads; whether one is stuck for good is asked of the whole
 * class. A crash is decided before the event it replaces: that it does not happen is one of its histories. */
#include <assert.h>
#include <string.h>
#include "explore/algo/order.h"
#include "explore/algo/plan.h"
#include "explore/race.h"
#include "vm/probe.h"
#include "vm/waits.h"

extern const ExAlgo ex_dc;

enum { MODE_PLAIN, MODE_AGAIN };             /* AGAIN: a run of the class in another order */
static const Hist no_crash = { 7, 8 };

typedef struct {
  Rf rf;
  Alts alts;
  Order order;
  uint32_t *rewire; size_t nrewire, rewire_cap;      /* positions of events that could write something else */
  VmAction *init; size_t ninit, init_cap;            /* choices of the init */
  Clock *set;  size_t set_cap;               /* K */
  Word *local; size_t local_cap;
  Realize *stack; size_t nstack, stack_cap;  /* for `finally` */
  uint32_t *final_source; size_t final_cap;
  uint32_t nocrash[VM_MAX_THREADS + 1];      /* so many events of the thread come without a crash, as decided */
  bool crashes, guards, mutexes;
} Dc;

static bool grow(Plan *pl, void *array, size_t *cap, size_t size, size_t want) { return want <= *cap || mem_grow(pl->run->mem, array, cap, size, want); }

/* --- the decided event and its alternatives --- */

/* What is asked of one node, in one execution. */
typedef struct {
  AltQuery q;                                /* first: callbacks get it */
  Plan *pl;
  Dc *dc;
  const PlanEntry *entry;
  const Clock *a;                            /* A of the node */
  uint32_t pos;                              /* r in this execution; RF_NONE: it is not there */
  uint32_t low;                              /* only what came after this is new */
  uint32_t mutex;                            /* NODE_LOCK: alternatives must take it */
  Clock first[VM_MAX_THREADS + 1];           /* NODE_LOCK: the first event of each thread outside A that takes the mutex */
  size_t nvariants;                          /* rewired events are alternatives [0 .. nvariants) */
  bool rewired, failed;
} Ask;

/* Is the event at AT in fut(r)? */
static bool in_future(const Ask *k, const Clock *row) { return row[k->entry->what.tid] > k->entry->what.index; }

/* May what lies in ROW come before the mutex is taken? */
static bool takes_before(const Ask *k, const Clock *row) {
  for (uint32_t t = 0; t < k->dc->rf.stride && t <= VM_MAX_THREADS; t++) if (row[t] > k->first[t]) return true;
  return false;
}

static bool excluded(const Ask *k, const Clock *row) {
  return k->entry->what.kind == NODE_LOCK ? takes_before(k, row) : in_future(k, row);
}

static bool no_memory(Ask *k) {
  if (!k->pl->run->stop) ex_stop(k->pl->run, "memory");
  return false;
}

static bool known(Ask *k, Hist h) {
  bool ok = true, seen = plan_seen(k->pl, k->entry->node, h, &ok);
  if (!ok) no_memory(k);
  return seen;
}

static bool add_task(Plan *pl, PlanNode *node, Hist hist, uint32_t mode) {
  const Order *o = &((Dc *)pl->more)->order;
  uint32_t n = 0;
  for (uint32_t i = 0; i < o->nitem; i++) n += !(o->item[i] & ALT_SOURCE) || o->alts->alt[o->item[i] & ~ALT_SOURCE].tid != ALT_FINAL;
  PlanTask *t = plan_task(pl, node, n);
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
    case REAL_NOMEM: return no_memory(k);
    case REAL_BUDGET:
      ex_prune(k->pl->run, "realize");
      if (!k->pl->run->result->limit_help)
        k->pl->run->result->limit_help = "whether some orders of reads and writes are possible took too long to tell; try --algo optimal or lazy";
      return true;
    case REAL_YES: break;
  }
  return add_task(k->pl, k->entry->node, r->hist, MODE_PLAIN) || no_memory(k);
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
static bool with_rewired(Ask *k, uint32_t alt) {
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

static bool rewired_sources(Ask *k, uint32_t obj, bool (*pick)(void *, uint32_t), void *to);

/* Every source that OBJ may have, PREV being what comes before the reader. */
static bool each_source(Ask *k, uint32_t obj, uint32_t prev, const Spot *reader, uint32_t low, bool (*pick)(void *, uint32_t), void *to) {
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
    if (over || excluded(k, row) || row[reader->tid] > reader->index) continue;
    if (!pick(to, at + 1)) return false;
  }
  return newest.n || low || pick(to, 0);
}

static bool query_sources(AltQuery *q, uint32_t obj, bool (*pick)(void *, uint32_t), void *to) {
  Ask *k = (Ask *)(void *)q;
  return each_source(k, obj, q->spot.prev, &q->spot, 0, pick, to) && (!k->rewired || rewired_sources(k, obj, pick, to));
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

static bool query_send(AltQuery *q, RfSend s) {
  Ask *k = (Ask *)(void *)q;
  const Rf *rf = &k->dc->rf;
  const Clock *row = rf_row(rf, s.ev);
  return !excluded(k, row) && row[q->spot.tid] <= q->spot.index && !consumed(rf, &q->spot, s);
}

static bool query_end(AltQuery *q, VmTid peer) {
  Ask *k = (Ask *)(void *)q;
  const Rf *rf = &k->dc->rf;
  VmThreadStatus st = vm_thread(rf->run->vm, peer);
  if (st != TH_ENDED && st != TH_CRASHED) return false;
  if (!rf->last[peer]) return true;
  const Clock *row = rf_row(rf, rf->last[peer] - 1);
  return !excluded(k, row) && row[q->spot.tid] <= q->spot.index;
}

static bool query_found(AltQuery *q, uint32_t alt) {
  Ask *k = (Ask *)(void *)q;
  if (k->entry->what.kind == NODE_LOCK) {
    const RfAcc *m = alts_access(&k->dc->alts, alt, k->mutex);
    if (!m || !(ACC_MODE(m->acc) & ACC_W)) return true;
  }
  return known(k, k->dc->alts.alt[alt].hist) ? !k->pl->run->stop : with_rewired(k, alt);
}

static const AltQuery decided_query = { .sources = query_sources, .send = query_send, .end = query_end, .found = query_found };

/* --- rewired events --- */

static bool is_receive(const RfEvent *e) { return (e->kind == EV_RECEIVE || e->kind == EV_AFTER) && !(e->flags & (EVF_GUARDED | EVF_STUCK)) && e->nops == 1 && !e->nacc; }

/* The question what another event could do with sources that r may have before it: the alternatives stay where they are. */
static bool rewire_found(AltQuery *q, uint32_t alt) {
  (void)q;
  (void)alt;
  return true;
}

static const AltQuery rewire_query = { .sources = query_sources, .send = query_send, .end = query_end, .found = rewire_found };

static Spot spot_of(const Rf *rf, uint32_t at) {
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
static int lock_alternative(Dc *dc, const Spot *spot, uint32_t mutex, uint32_t source) {
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
  return lock_alternative(dc, &x->spot, m, source) >= 0 || no_memory(x->ask);
}

static bool rewire_lock(const Ask *k, Spot spot, uint32_t mutex) {
  Ask sub = *k;
  sub.mutex = mutex;
  LockPick x = { &sub, spot };
  return each_source(&sub, mutex, spot.prev, &spot, 0, pick_lock, &x);
}

/* Everything the event at AT could do; its own doing, where r can read it, is left out later by its history. */
static bool rewire_event(const Ask *k, uint32_t at) {
  const RfEvent *c = &k->dc->rf.ev[at];
  Spot spot = spot_of(&k->dc->rf, at);
  if (c->lock != RF_NONE) return rewire_lock(k, spot, c->lock);
  if (!spot.local) return true;
  Ask sub = *k;
  AltQuery q = rewire_query;
  q.spot = spot;
  q.crash = c->kind == EV_CRASH;
  q.waits = is_receive(c) && !k->dc->rf.run->program->receives[k->dc->rf.op[c->op].op.receive].after;
  if (q.waits) q.matcher = k->dc->rf.op[c->op].op.matcher;
  sub.q = q;
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
    if (w.kind == WAIT_LOCK && !(spot.prev && excluded(k, rf_row(rf, spot.prev - 1))) && !rewire_lock(k, spot, w.lock)) return false;
  }
  return true;
}

#define RF_MAIL (RF_NONE - 1)
static bool may_send(const RfEvent *c) { return c->kind == EV_SEND || c->kind == EV_ATOMIC || c->flags & EVF_GUARDED || c->chooses; }

/* All rewired events of the question, once. OBJ: the only object that matters, RF_MAIL: messages only; RF_NONE: any may. */
static bool find_variants(Ask *k, uint32_t obj) {
  Dc *dc = k->dc;
  Rf *rf = &dc->rf;
  alts_clear(&dc->alts, 0);
  for (size_t i = 0; i < dc->nrewire; i++) {
    const RfEvent *c = &rf->ev[dc->rewire[i]];
    if (c->tid == k->q.spot.tid || dc->rewire[i] == k->pos || (c->prev && excluded(k, rf_row(rf, c->prev - 1)))) continue;
    if (obj == RF_MAIL ? !may_send(c) : obj != RF_NONE && !rf_may_write(rf, c, obj)) continue;
    if (!rewire_event(k, dc->rewire[i])) return false;
  }
  if (dc->mutexes && (obj == RF_NONE || (obj != RF_MAIL && is_mutex(dc, obj))) && !pending_locks(k)) return false;
  k->nvariants = k->q.variants = dc->alts.n;
  return true;
}

static bool rewired_sources(Ask *k, uint32_t obj, bool (*pick)(void *, uint32_t), void *to) {
  Dc *dc = k->dc;
  for (uint32_t v = 0; v < k->nvariants; v++) {
    const RfAcc *a = alts_access(&dc->alts, v, obj);
    if (!a || !(ACC_MODE(a->acc) & ACC_W)) continue;
    const Alt *c = &dc->alts.alt[v];
    uint32_t at = rf_at(&dc->rf, c->tid, c->index);
    if (at != RF_NONE && hist_same(dc->rf.ev[at].hist, c->hist) && !excluded(k, rf_row(&dc->rf, at))) continue;      /* it is here as it is */
    if (!pick(to, ALT_SOURCE | v)) return false;
  }
  return true;
}

/* --- nodes: events --- */

typedef struct { Ask *k; Hist base; uint32_t obj; } ReadPick;

/* A plain read of one object: what it does is known. */
static bool pick_read(void *to, uint32_t source) {
  ReadPick *x = to;
  Ask *k = x->k;
  Alts *l = &k->dc->alts;
  Hist from = source ? alts_hist_of(l, source) : (Hist){ 3, 4 };
  if (known(k, hist_join(x->base, from))) return !k->pl->run->stop;
  const RfEvent *e = &k->dc->rf.ev[k->pos];
  RfAcc acc = { .acc = x->obj << 2 | ACC_R, .ev = RF_NONE, .source = source };
  Alt like = { .tid = e->tid, .kind = e->kind, .flags = e->flags, .index = e->index, .choice = e->choice, .prev = e->prev };
  size_t keep = l->n;
  int alt = alts_add(l, &like, &acc, 1, NULL, 0);
  if (alt < 0) return no_memory(k);
  assert(hist_same(l->alt[alt].hist, hist_join(x->base, from)));
  bool ok = with_rewired(k, (uint32_t)alt);
  alts_clear(l, keep);
  return ok;
}

static bool ask_read(Ask *k) {
  const Rf *rf = &k->dc->rf;
  const RfEvent *e = &rf->ev[k->pos];
  Hist h = hist_mix(rf_prev_hist(rf, e->prev), vm_thread_key(rf->run->vm, e->tid));
  uint32_t obj = ACC_OBJ(rf->acc[e->acc].acc);
  h = hist_mix(hist_mix(hist_mix(h, e->index), vm_choice_key(rf->run->vm, e->choice)), obj);
  ReadPick x = { k, h, obj };
  if (!each_source(k, obj, e->prev, &k->q.spot, k->rewired ? 0 : k->low, pick_read, &x)) return false;
  return !k->rewired || rewired_sources(k, obj, pick_read, &x);
}

/* A plain receive takes message S from the event SOURCE; S NULL: finds none. */
static bool ask_receive_of(Ask *k, const VmOp *sent, uint32_t source, uint32_t sop) {
  Rf *rf = &k->dc->rf;
  Alts *l = &k->dc->alts;
  const RfEvent *e = &rf->ev[k->pos];
  RfOp o = { .op = rf->op[e->op].op, .source = source, .sop = sop };
  if (sent && !vm_matches(rf->run->vm, o.op.matcher, sent->msg)) return true;
  o.op.kind = sent ? EV_RECEIVE : EV_AFTER;
  o.op.copies = sent != NULL;
  o.op.msg = sent ? sent->msg : 0;
  Alt like = { .tid = e->tid, .kind = o.op.kind, .index = e->index, .choice = e->choice, .prev = e->prev, .nownops = 1 };
  size_t keep = l->n;
  int alt = alts_add(l, &like, NULL, 0, &o, 1);
  if (alt < 0) return no_memory(k);
  bool ok = known(k, l->alt[alt].hist) ? !rf->run->stop : with_rewired(k, (uint32_t)alt);
  alts_clear(l, keep);
  return ok;
}

/* A plain receive: takes a message, or, with `after`, finds none. */
static bool ask_receive(Ask *k) {
  Rf *rf = &k->dc->rf;
  Alts *l = &k->dc->alts;
  const RfEvent *e = &rf->ev[k->pos];
  const RfSends *sends = &rf->sends[e->tid];
  bool after = rf->run->program->receives[rf->op[e->op].op.receive].after;
  for (size_t i = 0; i < sends->n; i++) {
    RfSend s = sends->at[i];
    VmOp sent = rf->op[rf->ev[s.ev].op + s.op].op;
    if (s.ev >= k->low && query_send(&k->q, s) && !ask_receive_of(k, &sent, s.ev + 1, s.op)) return false;
  }
  for (uint32_t v = 0; v < k->nvariants; v++)
    for (uint32_t i = 0; i < l->alt[v].nownops; i++) {
      VmOp sent = l->op[l->alt[v].op + i].op;
      if (alts_sends(l, v, i, e->tid) && !ask_receive_of(k, &sent, ALT_SOURCE | v, i)) return false;
    }
  return !after || ask_receive_of(k, NULL, 0, 0);
}

static bool ask_init(Ask *k) {
  Dc *dc = k->dc;
  const RfEvent *e = &dc->rf.ev[k->pos];
  for (size_t i = 0; i < dc->ninit; i++) {
    Alt like = { .tid = e->tid, .kind = EV_INIT, .choice = dc->init[i].choice };
    alts_clear(&dc->alts, 0);
    int alt = alts_add(&dc->alts, &like, NULL, 0, NULL, 0);
    if (alt < 0) return no_memory(k);
    if (!known(k, dc->alts.alt[alt].hist) && !with_rewired(k, (uint32_t)alt)) return false;
  }
  return !k->pl->run->stop;
}

static bool ask_event(Ask *k) {
  Dc *dc = k->dc;
  const RfEvent *e = &dc->rf.ev[k->pos];
  if (e->kind == EV_INIT) return ask_init(k);
  k->q = decided_query;
  k->q.spot = spot_of(&dc->rf, k->pos);
  alts_clear(&dc->alts, 0);
  if (is_receive(e)) return (!dc->nrewire || find_variants(k, RF_MAIL)) && ask_receive(k);
  bool one = e->fixed && e->nacc == 1 && !e->nops;
  k->rewired = dc->nrewire || dc->mutexes;
  if (k->rewired && !find_variants(k, one ? ACC_OBJ(dc->rf.acc[e->acc].acc) : RF_NONE)) return false;
  k->rewired = k->nvariants > 0;
  if (one) return ask_read(k);
  return !k->q.spot.local || alts_find(&dc->alts, &k->q);
}

/* --- nodes: locks --- */

/* The first event of each thread outside A that writes the mutex. */
static void first_takers(Ask *k) {
  const Rf *rf = &k->dc->rf;
  for (uint32_t t = 0; t <= VM_MAX_THREADS; t++) k->first[t] = UINT16_MAX;
  for (uint32_t w = rf->write[k->mutex]; w; w = rf->acc[w - 1].older) {
    const RfEvent *e = &rf->ev[rf->acc[w - 1].ev];
    if (e->index < k->a[e->tid]) continue;
    if (k->entry->what.wtid == e->tid && k->entry->what.windex == e->index) continue;
    if (e->index < k->first[e->tid]) k->first[e->tid] = (Clock)e->index;
  }
}

/* The lock at SPOT, executed or waiting, takes the mutex next. */
static bool ask_lock_at(Ask *k, Spot spot, uint32_t source) {
  Dc *dc = k->dc;
  if (spot.prev && excluded(k, rf_row(&dc->rf, spot.prev - 1))) return true;
  alts_clear(&dc->alts, 0);
  int alt = lock_alternative(dc, &spot, k->mutex, source);
  if (alt < 0) return no_memory(k);
  return known(k, dc->alts.alt[alt].hist) ? !k->pl->run->stop : with_rewired(k, (uint32_t)alt);
}

/* Another event that may take it: a trylock, an atomic block. */
static bool ask_taker(Ask *k, uint32_t at, uint32_t source) {
  Dc *dc = k->dc;
  const RfEvent *e = &dc->rf.ev[at];
  Spot spot = spot_of(&dc->rf, at);
  if (!spot.local || (spot.prev && excluded(k, rf_row(&dc->rf, spot.prev - 1)))) return true;
  k->q = decided_query;
  k->q.spot = spot;
  k->q.crash = e->kind == EV_CRASH;
  k->q.fixed.nobj = 1;
  k->q.fixed.obj[0].obj = k->mutex;
  k->q.fixed.obj[0].source = source;
  alts_clear(&dc->alts, 0);
  return alts_find(&dc->alts, &k->q);
}

static bool ask_lock(Ask *k) {
  Dc *dc = k->dc;
  Rf *rf = &dc->rf;
  VmState *vm = rf->run->vm;
  const PlanWhat *w = &k->entry->what;
  uint32_t source = w->wtid == PLAN_NOBODY ? 0 : rf_at(rf, w->wtid, w->windex) + 1;
  k->mutex = w->mutex;
  k->rewired = false;
  first_takers(k);
  for (uint32_t i = k->low; i < rf->n; i++) {
    const RfEvent *e = &rf->ev[i];
    if (e->index < k->a[e->tid] || source == i + 1) continue;
    if (e->lock == k->mutex) {
      if (!ask_lock_at(k, spot_of(rf, i), source)) return false;
    } else if (e->lock == RF_NONE && e->decides && rf_may_write(rf, e, k->mutex) && !ask_taker(k, i, source)) return false;
  }
  for (unsigned t = 0; t < vm_nthreads(vm); t++) {
    if (vm_thread(vm, (VmTid)t) != TH_RUNNING) continue;
    VmWait wait = vm_wait(vm, (VmTid)t);
    Spot spot = { (VmTid)t, (uint32_t)rf->at[t].n, rf->last[t] ? rf->last[t] : rf->init, NULL };
    if (wait.kind == WAIT_LOCK && wait.lock == k->mutex && !ask_lock_at(k, spot, source)) return false;
  }
  return true;
}

/* --- nodes: crashes --- */

static uint32_t prev_of(const Rf *rf, VmTid tid, uint32_t index) {
  if (index) return rf_at(rf, tid, index - 1) + 1;
  if (rf->at[tid].n) return rf->ev[rf->at[tid].at[0]].prev;
  return rf->last[tid] ? rf->last[tid] : rf->init;
}

static bool ask_crash(Ask *k) {
  Dc *dc = k->dc;
  Rf *rf = &dc->rf;
  VmTid tid = k->entry->what.tid;
  uint32_t index = k->entry->what.index;
  k->q = decided_query;
  k->q.crash = true;
  k->q.spot = (Spot){ tid, index, prev_of(rf, tid, index), NULL };
  if (k->pos != RF_NONE) k->q.spot.local = spot_of(rf, k->pos).local;
  else {
    if (!grow(k->pl, &dc->local, &dc->local_cap, sizeof *dc->local, vm_local_size(rf->run->vm, tid))) return no_memory(k);
    vm_local_save(rf->run->vm, tid, dc->local);
    k->q.spot.local = dc->local;
  }
  alts_clear(&dc->alts, 0);
  k->rewired = dc->nrewire || dc->mutexes;
  if (k->rewired && !find_variants(k, RF_NONE)) return false;
  return alts_find(&dc->alts, &k->q);
}

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
static PlanAnswer ending(Plan *pl) {
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
  return add_task(pl, pl->task->node, pl->task->hist, MODE_AGAIN) ? PLAN_DROP : PLAN_STOP;
}

static bool pruned(ExRun *run) {
  const Rf *rf = &((Dc *)((Plan *)run->self)->more)->rf;
  for (uint32_t i = 0; i < rf->n; i++)
    if (rf->ev[i].flags & EVF_STUCK && (!stuck_here(rf, i) || !stuck_ops(rf, i))) return true;
  return false;
}

/* Without the guards that failed, which changed nothing, the schedule runs where guards wait. */
static size_t schedule(ExRun *run, VmAction *out) {
  if (!run->depth) return 0;                 /* also before anything is open */
  const Rf *rf = &((Dc *)((Plan *)run->self)->more)->rf;
  size_t n = 0;
  for (uint32_t i = 0; i < run->depth; i++) {
    if (i < rf->n && rf->ev[i].flags & EVF_STUCK) continue;
    if (out) out[n] = run->path[i].action;
    n++;
  }
  return n;
}

/* --- nodes: finally --- */

static Hist final_hist(const Dc *dc) {
  const BcProp *p = &dc->rf.run->program->finally_;
  Hist h = { 9, 10 };
  for (uint32_t i = 0; i < p->nlocs; i++) {
    uint32_t s = dc->final_source[i];
    h = hist_join(hist_mix(h, p->locs[i]), s ? dc->rf.ev[s - 1].hist : (Hist){ 3, 4 });
  }
  return h;
}

static bool final_sources(Plan *pl) {
  Dc *dc = pl->more;
  const BcProp *p = &pl->run->program->finally_;
  if (!grow(pl, &dc->final_source, &dc->final_cap, sizeof *dc->final_source, p->nlocs)) return false;
  for (uint32_t i = 0; i < p->nlocs; i++) {
    uint32_t w = dc->rf.write[p->locs[i]];
    dc->final_source[i] = w ? dc->rf.acc[w - 1].ev + 1 : 0;
  }
  return true;
}

static bool stack_room(Plan *pl, size_t n) {
  Dc *dc = pl->more;
  if (!grow(pl, &dc->stack, &dc->stack_cap, sizeof *dc->stack, n)) return false;
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
  Hist h = final_hist(dc);
  if (known(k, h)) return !k->pl->run->stop;
  switch (real_solve(&dc->stack[level], dc->order.seq)) {
    case REAL_NO: return true;
    case REAL_NOMEM: return no_memory(k);
    case REAL_BUDGET: ex_prune(k->pl->run, "realize"); return true;
    case REAL_YES: break;
  }
  return add_task(k->pl, k->entry->node, h, MODE_PLAIN) || no_memory(k);
}

/* The I-th variable reads each write that can be the last. */
static bool ask_final_at(Ask *k, uint32_t i, size_t level) {
  Dc *dc = k->dc;
  const Rf *rf = &dc->rf;
  const BcProp *p = &rf->run->program->finally_;
  while (i < p->nlocs && !rf->write[p->locs[i]]) dc->final_source[i++] = 0;
  if (i == p->nlocs) return ask_final_leaf(k, level);
  if (!stack_room(k->pl, level + 2)) return no_memory(k);
  for (uint32_t w = rf->write[p->locs[i]]; w && !ex_tick(rf->run); w = rf->acc[w - 1].older) {
    uint32_t at = rf->acc[w - 1].ev;
    bool last = true;
    for (uint32_t v = rf->write[p->locs[i]]; v && last; v = rf->acc[v - 1].older)
      last = !real_before(&dc->stack[level], dc->order.number[at], dc->order.number[rf->acc[v - 1].ev]);
    if (!last) continue;
    if (!real_copy(&dc->stack[level + 1], &dc->stack[level])) return no_memory(k);
    if (!make_last(dc, &dc->stack[level + 1], p->locs[i], at)) continue;
    dc->final_source[i] = at + 1;
    if (!ask_final_at(k, i + 1, level + 1)) return false;
  }
  return !rf->run->stop;
}

static bool ask_final(Ask *k) {
  Dc *dc = k->dc;
  whole_set(dc);
  alts_clear(&dc->alts, 0);
  RealAnswer x = order_constraints(&dc->order, dc->set, NULL, 0);
  if (x == REAL_NOMEM || !stack_room(k->pl, 1) || !real_copy(&dc->stack[0], &dc->order.z)) return no_memory(k);
  assert(x == REAL_YES);
  Realize keep = dc->order.z;
  dc->order.z = dc->stack[0];
  bool ok = stuck_edges(&dc->order);
  dc->stack[0] = dc->order.z;
  dc->order.z = keep;
  if (!ok || real_saturate(&dc->stack[0]) == REAL_NO) return true;
  return ask_final_at(k, 0, 0);
}

/* --- the end of a run --- */

/* FRESH: nothing was asked here yet by this worker; MADE: by nobody. */
static bool ask(Plan *pl, size_t entry, bool fresh, bool made) {
  Dc *dc = pl->more;
  const PlanEntry *e = &pl->path[entry];
  Ask k = { .pl = pl, .dc = dc, .entry = e, .a = plan_set(pl, entry), .low = fresh ? 0 : pl->low };
  k.pos = e->what.kind == NODE_FINAL ? RF_NONE : rf_at(&dc->rf, e->what.tid, e->what.index);
  switch ((PlanKind)e->what.kind) {
    case NODE_EVENT: return ask_event(&k);
    case NODE_LOCK: return ask_lock(&k);
    case NODE_CRASH: return ask_crash(&k);
    case NODE_FINAL: return !made || ask_final(&k);      /* all is known at once */
  }
  return true;
}

/* Whether the thread crashes before its event INDEX is decided by the path, or here. */
static bool crash_node(Plan *pl, VmTid tid, uint32_t index) {
  Dc *dc = pl->more;
  if (!dc->crashes || !vm_can_crash(pl->run->vm, tid) || index < dc->nocrash[tid]) return true;
  dc->nocrash[tid] = index + 1;
  return plan_node(pl, (PlanWhat){ .kind = NODE_CRASH, .tid = tid, .index = index }, no_crash);
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

static void decided_crashes(Plan *pl) {
  Dc *dc = pl->more;
  memset(dc->nocrash, 0, sizeof dc->nocrash);
  for (size_t i = 0; i < pl->npath; i++) {
    const PlanWhat *w = &pl->path[i].what;
    uint32_t at = w->kind == NODE_CRASH ? rf_at(&dc->rf, w->tid, w->index) : RF_NONE;
    if (w->kind == NODE_CRASH && (at == RF_NONE || dc->rf.ev[at].kind != EV_CRASH)) dc->nocrash[w->tid] = w->index + 1;
  }
}

static bool new_nodes(Plan *pl) {
  Dc *dc = pl->more;
  Rf *rf = &dc->rf;
  VmState *vm = pl->run->vm;
  if (dc->crashes) decided_crashes(pl);
  for (uint32_t i = pl->task->mode == MODE_PLAIN ? pl->task->n : 0; i < rf->n; i++) {
    const RfEvent *e = &rf->ev[i];
    if (e->index < pl->done[e->tid]) continue;
    if (!crash_node(pl, e->tid, e->index) || (e->decides && !event_node(pl, i))) return false;
  }
  for (unsigned t = 0; dc->crashes && t < vm_nthreads(vm); t++)
    if (vm_thread(vm, (VmTid)t) == TH_RUNNING && !crash_node(pl, (VmTid)t, (uint32_t)rf->at[t].n)) return false;
  const BcProp *p = &pl->run->program->finally_;
  bool final = pl->npath && pl->path[pl->npath - 1].what.kind == NODE_FINAL;
  if (pl->run->end != END_TERMINAL || !p->entry || !p->nlocs || final) return true;
  return final_sources(pl) && plan_node(pl, (PlanWhat){ .kind = NODE_FINAL }, final_hist(dc));
}

static bool end(Plan *pl) {
  Dc *dc = pl->more;
  size_t old = pl->scanned, had = pl->npath;
  if (!new_nodes(pl) || !grow(pl, &dc->set, &dc->set_cap, sizeof *dc->set, pl->stride)) return false;
  for (size_t i = 0; i < pl->npath && !ex_tick(pl->run); i++) if (!ask(pl, i, i >= old, i >= had)) return false;
  return true;
}

/* --- the walk --- */

static bool before(Plan *pl, VmTid tid) { return rf_before_step(&((Dc *)pl->more)->rf, tid); }

static bool push(Plan *pl, const VmEvent *ev) {
  Dc *dc = pl->more;
  if (!rf_push(&dc->rf, ev) || !plan_wide(pl, vm_nthreads(pl->run->vm)) || !grow(pl, &dc->set, &dc->set_cap, sizeof *dc->set, pl->stride)) return false;
  const RfEvent *e = &dc->rf.ev[dc->rf.n - 1];
  bool ends = dc->rf.looks && e->flags & EVF_ENDED;            /* somebody may look whether it has ended */
  bool plain = e->kind == EV_READ || e->kind == EV_WRITE || e->kind == EV_UNLOCK || e->kind == EV_JOIN || e->kind == EV_SPAWN || e->kind == EV_INIT ||
               is_receive(e) || (e->kind == EV_SEND && !e->chooses);
  if ((plain && !ends) || !e->decides) return true;
  if (!grow(pl, &dc->rewire, &dc->rewire_cap, sizeof *dc->rewire, dc->nrewire + 1)) return false;
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

static const PlanPolicy policy = { .before = before, .push = push, .pop = pop, .arrived = arrived, .ending = ending, .end = end };

static bool open_init(Plan *pl) {
  Dc *dc = pl->more;
  const VmAction *a;
  if (!pl->run->program->init_chooses) return true;
  size_t n = vm_thread_actions(pl->run->vm, (VmTid)pl->run->program->nstatic, &a);
  if (n == SIZE_MAX || !grow(pl, &dc->init, &dc->init_cap, sizeof *dc->init, n)) return false;
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
  dc->guards = p->has_guard || p->has_either || p->has_choose;
  for (uint32_t i = 0; i < p->nlocs; i++) dc->mutexes |= p->leaf_type[i]->kind == T_MUTEX;
  for (uint32_t i = 0; i < p->nfaults; i++) dc->crashes |= p->faults[i].kind == FAULT_CRASH;
  return open_init(pl) && grow(pl, &dc->set, &dc->set_cap, sizeof *dc->set, pl->stride);
}

static void close(ExRun *run) {
  Plan *pl = run->self;
  Dc *dc = pl ? pl->more : NULL;
  if (dc) {
    Mem *m = run->mem;
    for (size_t i = 0; i < dc->nstack; i++) real_deinit(&dc->stack[i]);
    mem_free(m, dc->stack, dc->stack_cap * sizeof *dc->stack);
    mem_free(m, dc->final_source, dc->final_cap * sizeof *dc->final_source);
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
  .open = open, .next = plan_next, .took = plan_took, .close = close, .schedule = schedule, .pruned = pruned, .team_close = plan_team_close,
};
