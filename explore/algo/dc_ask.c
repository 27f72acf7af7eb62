/* explore/algo/dc_ask.c -- see dc.h: what one execution shows to be possible at a node that decides an event, a lock or a crash. */
#include <assert.h>
#include <string.h>
#include "explore/algo/dc.h"
#include "vm/probe.h"

/* --- nodes: events --- */

typedef struct { Ask *k; Hist base; uint32_t obj; } ReadPick;

/* A plain read of one object: what it does is known. */
static bool pick_read(void *to, uint32_t source) {
  ReadPick *x = to;
  Ask *k = x->k;
  Alts *l = &k->dc->alts;
  Hist from = source ? alts_hist_of(l, source) : (Hist){ 3, 4 };
  if (dc_known(k, hist_join(x->base, from))) return !k->pl->run->stop;
  const RfEvent *e = &k->dc->rf.ev[k->pos];
  RfAcc acc = { .acc = x->obj << 2 | ACC_R, .ev = RF_NONE, .source = source };
  Alt like = { .tid = e->tid, .kind = e->kind, .flags = e->flags, .index = e->index, .choice = e->choice, .prev = e->prev };
  size_t keep = l->n;
  int alt = alts_add(l, &like, &acc, 1, NULL, 0);
  if (alt < 0) return dc_no_memory(k);
  assert(hist_same(l->alt[alt].hist, hist_join(x->base, from)));
  bool ok = dc_plan(k, (uint32_t)alt);
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
  if (!dc_each_source(k, obj, e->prev, &k->q.spot, k->rewired ? 0 : k->low, pick_read, &x)) return false;
  return !k->rewired || dc_rewired(k, obj, pick_read, &x);
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
  if (alt < 0) return dc_no_memory(k);
  bool ok = dc_known(k, l->alt[alt].hist) ? !rf->run->stop : dc_plan(k, (uint32_t)alt);
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
    if (s.ev >= k->low && dc_send(&k->q, s) && !ask_receive_of(k, &sent, s.ev + 1, s.op)) return false;
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
    if (alt < 0) return dc_no_memory(k);
    if (!dc_known(k, dc->alts.alt[alt].hist) && !dc_plan(k, (uint32_t)alt)) return false;
  }
  return !k->pl->run->stop;
}

bool dc_ask_event(Ask *k) {
  Dc *dc = k->dc;
  const RfEvent *e = &dc->rf.ev[k->pos];
  if (e->kind == EV_INIT) return ask_init(k);
  dc_ask_at(k, dc_spot(&dc->rf, k->pos));
  alts_clear(&dc->alts, 0);
  if (dc_is_receive(e)) return (!dc->nrewire || dc_variants(k, e)) && ask_receive(k);
  bool one = e->fixed && e->nacc == 1 && !e->nops;
  k->rewired = dc->nrewire || dc->mutexes;
  if (k->rewired && !dc_variants(k, e)) return false;
  k->rewired = k->nvariants > 0;
  if (one) return ask_read(k);
  return !k->q.spot.local || alts_find(&dc->alts, &k->q);
}

/* --- nodes: locks --- */

/* The first event of each thread outside A that writes the mutex. */
static void first_takers(Ask *k) {
  const Rf *rf = &k->dc->rf;
  for (uint32_t t = 0; t <= VM_MAX_THREADS; t++) k->dc->first[t] = UINT16_MAX;
  for (uint32_t w = rf->write[k->mutex]; w; w = rf->acc[w - 1].older) {
    const RfEvent *e = &rf->ev[rf->acc[w - 1].ev];
    if (e->index < k->a[e->tid]) continue;
    if (k->entry->what.wtid == e->tid && k->entry->what.windex == e->index) continue;
    if (e->index < k->dc->first[e->tid]) k->dc->first[e->tid] = (Clock)e->index;
  }
}

/* The lock at SPOT, executed or waiting, takes the mutex next. */
static bool ask_lock_at(Ask *k, Spot spot, uint32_t source) {
  Dc *dc = k->dc;
  if (spot.prev && dc_excluded(k, rf_row(&dc->rf, spot.prev - 1))) return true;
  alts_clear(&dc->alts, 0);
  int alt = dc_lock_at(dc, &spot, k->mutex, source);
  if (alt < 0) return dc_no_memory(k);
  return dc_known(k, dc->alts.alt[alt].hist) ? !k->pl->run->stop : dc_plan(k, (uint32_t)alt);
}

/* Another event that may take it: a trylock, an atomic block. */
static bool ask_taker(Ask *k, uint32_t at, uint32_t source) {
  Dc *dc = k->dc;
  const RfEvent *e = &dc->rf.ev[at];
  Spot spot = dc_spot(&dc->rf, at);
  if (!spot.local || (spot.prev && dc_excluded(k, rf_row(&dc->rf, spot.prev - 1)))) return true;
  dc_ask_at(k, spot);
  k->q.crash = e->kind == EV_CRASH;
  k->q.obj = k->mutex;
  k->q.source = source;
  alts_clear(&dc->alts, 0);
  return alts_find(&dc->alts, &k->q);
}

bool dc_ask_lock(Ask *k) {
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
      if (!ask_lock_at(k, dc_spot(rf, i), source)) return false;
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

bool dc_ask_crash(Ask *k) {
  Dc *dc = k->dc;
  Rf *rf = &dc->rf;
  VmTid tid = k->entry->what.tid;
  uint32_t index = k->entry->what.index;
  dc_ask_at(k, (Spot){ tid, index, prev_of(rf, tid, index), NULL });
  k->q.crash = true;
  if (k->pos != RF_NONE) k->q.spot.local = dc_spot(rf, k->pos).local;
  else {
    if (!dc_grow(k->pl, &dc->local, &dc->local_cap, sizeof *dc->local, vm_local_size(rf->run->vm, tid))) return dc_no_memory(k);
    vm_local_save(rf->run->vm, tid, dc->local);
    k->q.spot.local = dc->local;
  }
  alts_clear(&dc->alts, 0);
  k->rewired = dc->nrewire || dc->mutexes;
  if (k->rewired && !dc_variants(k, NULL)) return false;
  return alts_find(&dc->alts, &k->q);
}
