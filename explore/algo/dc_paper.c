/* explore/algo/dc_paper.c -- data-centric reduction as published, to compare dc.c with.
 * Chalupa, Chatterjee, Pavlogiannis, Sinha, Vaidya, "Data-centric Dynamic Partial Order Reduction", POPL 2018, Alg. 2.
 *   t = rf    A+ = the first aplus[] events of each thread, with their sources    A- = negative    Realize = realize_star.h
 * Both optimizations of section 7.1: burst mutations, so that A+ is always closed under pasts and no read is mutated to what it
 * observes already; and cycle detection before 2-SAT.
 * Differs from the paper: A- holds reads with their histories (hist) rather than pairs of read and write, since with burst
 * mutations a write may come again with another past and must not be refused then; a lock that waits at the end of t is mutated
 * like one that was taken, else deadlocks are lost. See docs/algorithms.md.
 * I1: along the stack of calls, A- is what the calls have mutated so far, in that order. */
#include <assert.h>
#include <string.h>
#include "explore/algo/order.h"
#include "explore/algo/realize_star.h"

extern const ExAlgo ex_dc_paper;

/* --- a set of histories, from which the newest can be taken out again --- */

typedef struct { Hist *at; size_t n, cap; uint32_t *slot; size_t nslots; } HistSet;         /* slot: index + 1 */

static size_t find_slot(const HistSet *s, Hist h) {
  size_t i = (size_t)h.a & (s->nslots - 1);
  while (s->slot[i] && !hist_same(s->at[s->slot[i] - 1], h)) i = (i + 1) & (s->nslots - 1);
  return i;
}

static bool hists_has(const HistSet *s, Hist h) { return s->nslots && s->slot[find_slot(s, h)]; }

/* Again in order of arrival, so that taking out the newest leaves no gap on anybody's way. */
static bool hists_widen(HistSet *s, Mem *m) {
  size_t n = s->nslots ? 2 * s->nslots : 64;
  uint32_t *slot = mem_alloc(m, n * sizeof *slot);
  if (!slot) return false;
  mem_free(m, s->slot, s->nslots * sizeof *slot);
  s->slot = slot;
  s->nslots = n;
  for (size_t i = 0; i < s->n; i++) s->slot[find_slot(s, s->at[i])] = (uint32_t)i + 1;
  return true;
}

/* *NEW false: it was there. False: no memory. */
static bool hists_add(HistSet *s, Mem *m, Hist h, bool *new) {
  *new = false;
  if (hists_has(s, h)) return true;
  if ((s->n + 1) * 2 > s->nslots && !hists_widen(s, m)) return false;
  if (s->n == s->cap && !mem_grow(m, (void **)&s->at, &s->cap, sizeof *s->at, s->n + 1)) return false;
  s->at[s->n++] = h;
  s->slot[find_slot(s, h)] = (uint32_t)s->n;
  return *new = true;
}

static void hists_drop(HistSet *s, size_t to) {
  for (; s->n > to; s->n--) s->slot[find_slot(s, s->at[s->n - 1])] = 0;
}

static void hists_free(HistSet *s, Mem *m) {
  mem_free(m, s->at, s->cap * sizeof *s->at);
  mem_free(m, s->slot, s->nslots * sizeof *s->slot);
}

/* --- what the search keeps --- */

/* A read that can observe another write: the trace Realize found, and its history there. */
typedef struct { Hist hist; size_t action; uint32_t n; } Mutation;
/* A call of DC-DPOR: its mutations are [first .. end), those before next were tried. */
typedef struct { size_t first, next, end, action, negative; } Call;

typedef struct {
  ExRun *run;
  Rf rf;
  Alts alts;
  Order order;
  Star star;
  Call *call; size_t ncall, call_cap;
  Mutation *mutation; size_t nmutation, mutation_cap;
  VmAction *action; size_t naction, action_cap;
  HistSet negative;                          /* A- */
  HistSet classes;                           /* met, with and without what `finally` reads */
  size_t from; uint32_t n, at;               /* the trace being run: action[from .. from + n), AT of them taken */
  Clock aplus[VM_MAX_THREADS + 1 + CLOCK_LANE], set[VM_MAX_THREADS + 1 + CLOCK_LANE];
  PaperEvent *ev; size_t ev_cap;             /* the basis for Realize */
  PaperAccess *acc; size_t acc_cap;
  PaperEdge *edge; size_t edge_cap;
  uint32_t *final_source; size_t final_cap;  /* per variable of `finally`: position + 1, or 0 */
} DcPaper;

static bool grow(DcPaper *d, void *array, size_t *cap, size_t size, size_t want) { return want <= *cap || mem_grow(d->run->mem, array, cap, size, want); }

static bool no_memory(DcPaper *d) {
  if (!d->run->stop) ex_stop(d->run, "memory");
  return false;
}

/* PC: of the event; UINT32_MAX: all of the program. */
static void refuse(ExRun *run, const char *what, uint32_t pc) {
  const BcProgram *p = run->program;
  bool place = pc < p->ncode && p->spans[pc].file < p->sources->count;
  Place at = place ? src_place(p->sources, p->spans[pc]) : (Place){ .path = "" };
  ex_stop(run, "unsupported");
  run->result->limit_help = place ? arena_printf(run->arena, "dc:paper does not know %s (%s:%u); try --algo dc", what, at.path, at.line)
                                  : arena_printf(run->arena, "dc:paper does not know %s; try --algo dc", what);
}

/* --- Realize --- */

/* The plain edges between threads that others do not imply; those within a thread are its order. */
static bool basis_edges(DcPaper *d, PaperBasis *b) {
  const Realize *z = &d->order.z;
  b->nedge = 0;
  for (uint32_t x = 0; x < z->n; x++)
    for (uint32_t y = 0; y < z->n; y++) {
      if (!real_before(z, x, y) || order_view(&d->order, x).tid == order_view(&d->order, y).tid) continue;
      uint64_t between = 0;
      for (uint32_t w = 0; w < z->words; w++) between |= z->after[(size_t)x * z->words + w] & z->before[(size_t)y * z->words + w];
      if (between) continue;
      if (!grow(d, &d->edge, &d->edge_cap, sizeof *d->edge, b->nedge + 1u)) return false;
      d->edge[b->nedge++] = (PaperEdge){ x, y };
    }
  b->edge = d->edge;
  return true;
}

/* The annotation with its basis: the items of the order, whose plain edges are in order.z. */
static bool basis(DcPaper *d, PaperBasis *b) {
  Order *o = &d->order;
  uint32_t nacc = 0;
  *b = (PaperBasis){ .n = (uint32_t)o->nitem };
  if (!grow(d, &d->ev, &d->ev_cap, sizeof *d->ev, b->n)) return false;
  for (uint32_t i = 0; i < b->n; i++) {
    OrderView v = order_view(o, i);
    if (!grow(d, &d->acc, &d->acc_cap, sizeof *d->acc, nacc + v.nacc)) return false;
    d->ev[i] = (PaperEvent){ v.tid, nacc, v.nacc };
    for (uint32_t k = 0; k < v.nacc; k++) {
      bool source = ACC_MODE(v.acc[k].acc) & ACC_R && v.acc[k].source;
      d->acc[nacc++] = (PaperAccess){ ACC_OBJ(v.acc[k].acc), source ? order_number(o, v.acc[k].source) : PAPER_INITIAL, ACC_MODE(v.acc[k].acc) };
    }
  }
  b->ev = d->ev;
  b->acc = d->acc;
  return basis_edges(d, b);
}

/* Of the items in the order; ROOT: should the threads' communication have cycles. A trace becomes a mutation. */
static bool realize(DcPaper *d, RealAnswer x, uint32_t root, Hist hist) {
  PaperBasis b;
  if (x == REAL_YES) x = basis(d, &b) ? star_realize(&d->star, &b, root, d->order.seq) : REAL_NOMEM;
  switch (x) {
    case REAL_NO: d->run->result->stats.dropped++; return true;
    case REAL_NOMEM: return no_memory(d);
    case REAL_BUDGET:
      ex_prune(d->run, "realize");
      d->run->result->limit_help = "there were too many orders of writes to go through; try --algo dc";
      return true;
    case REAL_YES: break;
  }
  if (!grow(d, &d->mutation, &d->mutation_cap, sizeof *d->mutation, d->nmutation + 1) ||
      !grow(d, &d->action, &d->action_cap, sizeof *d->action, d->naction + d->order.nitem)) return no_memory(d);
  uint32_t n = (uint32_t)d->order.nitem;
  order_actions(&d->order, d->action + d->naction);
  d->mutation[d->nmutation++] = (Mutation){ hist, d->naction, n };
  d->naction += n;
  return true;
}

/* --- mutations: Alg. 2, lines 1-4 --- */

typedef struct {
  AltQuery q;                                /* first: callbacks get it */
  DcPaper *d;
  Hist present;                              /* the read as t has it */
} Ask;

/* A burst: A+, the pasts of the read and of what it shall observe, and the read. */
static bool mutate(Ask *k, uint32_t alt) {
  DcPaper *d = k->d;
  const Alt *r = &d->alts.alt[alt];
  Hist key = r->hist;                        /* the pair of read and write, with their histories */
  if (ex_tick(d->run)) return false;
  if (hist_same(r->hist, k->present) || hists_has(&d->negative, key)) return true;
  memcpy(d->set, d->aplus, sizeof d->set);
  alts_past(&d->alts, alt, d->set);
  if (d->set[r->tid] > r->index) return true;            /* A+ and the pasts have the read already, as t does */
  return realize(d, order_edges(&d->order, d->set, &alt, 1), r->tid, key);
}

static bool found(AltQuery *q, uint32_t alt) { return mutate((Ask *)(void *)q, alt); }

/* Does what lies in ROW come after the read? */
static bool in_future(const AltQuery *q, const Clock *row) { return row[q->spot.tid] > q->spot.index; }

static bool sources(AltQuery *q, uint32_t obj, bool (*pick)(void *, uint32_t), void *to) {
  const Rf *rf = &((Ask *)(void *)q)->d->rf;
  uint32_t older;
  for (uint32_t w = rf->write[obj]; w; w = older) {
    uint32_t at = rf->acc[w - 1].ev;
    older = rf->acc[w - 1].older;
    if (!in_future(q, rf_row(rf, at)) && !pick(to, at + 1)) return false;
  }
  return pick(to, 0);
}

/* Taken by an earlier receive of its thread? */
static bool taken(const Rf *rf, const Spot *spot, RfSend s) {
  for (uint32_t i = 0; i < spot->index && i < rf->at[spot->tid].n; i++) {
    const RfEvent *e = &rf->ev[rf->at[spot->tid].at[i]];
    for (uint32_t o = 0; o < e->nownops; o++) {
      const RfOp *op = &rf->op[e->op + o];
      if (op->op.kind == EV_RECEIVE && op->source == s.ev + 1 && op->sop == s.op) return true;
    }
  }
  return false;
}

static bool may_take(AltQuery *q, RfSend s) {
  const Rf *rf = &((Ask *)(void *)q)->d->rf;
  return !in_future(q, rf_row(rf, s.ev)) && !taken(rf, &q->spot, s);
}

/* Only guards look whether a thread has ended without waiting for it. */
static bool may_see_end(AltQuery *q, VmTid peer) {
  (void)q;
  (void)peer;
  return false;
}

static const AltQuery query = { .obj = RF_NONE, .sources = sources, .send = may_take, .end = may_see_end, .found = found };

/* A plain read, or a lock, which observes the unlock before it. */
typedef struct { Ask *k; Alt like; VmAcc acc; } Plain;

static bool pick_plain(void *to, uint32_t source) {
  Plain *x = to;
  Alts *as = &x->k->d->alts;
  bool lock = x->like.kind == EV_LOCK;
  if (lock && alts_value(as, source, ACC_OBJ(x->acc)) != W_IMM(0)) return true;
  RfAcc acc = { .acc = x->acc, .ev = RF_NONE, .source = source, .value = lock ? W_IMM(x->like.tid + 1) : 0 };
  alts_clear(as, 0);
  int alt = alts_add(as, &x->like, &acc, 1, NULL, 0);
  return alt < 0 ? no_memory(x->k->d) : mutate(x->k, (uint32_t)alt);
}

static bool mutate_plain(Ask *k, uint8_t kind, uint32_t flags, uint32_t choice, VmAcc acc) {
  const Spot *s = &k->q.spot;
  Plain x = { k, { .tid = s->tid, .kind = kind, .flags = (uint8_t)flags, .index = s->index, .choice = choice, .prev = s->prev }, acc };
  return sources(&k->q, ACC_OBJ(acc), pick_plain, &x);
}

/* Every message that it would take, were it the oldest. */
static bool mutate_receive(Ask *k, const RfEvent *e) {
  DcPaper *d = k->d;
  const RfOp *op = &d->rf.op[e->op];
  const RfSends *sends = &d->rf.sends[e->tid];
  for (size_t i = 0; i < sends->n; i++) {
    RfSend s = sends->at[i];
    const VmOp *sent = &d->rf.op[d->rf.ev[s.ev].op + s.op].op;
    if (!may_take(&k->q, s) || !vm_matches(d->run->vm, op->op.matcher, sent->msg)) continue;
    RfOp o = { .op = op->op, .source = s.ev + 1, .sop = s.op };
    o.op.msg = sent->msg;
    Alt like = { .tid = e->tid, .kind = EV_RECEIVE, .index = e->index, .choice = e->choice, .prev = e->prev, .nownops = 1 };
    alts_clear(&d->alts, 0);
    int alt = alts_add(&d->alts, &like, NULL, 0, &o, 1);
    if (alt < 0) return no_memory(d);
    if (!mutate(k, (uint32_t)alt)) return false;
  }
  return true;
}

static bool mutate_event(DcPaper *d, uint32_t at) {
  const Rf *rf = &d->rf;
  const RfEvent *e = &rf->ev[at];
  Ask k = { .q = query, .d = d, .present = e->hist };
  k.q.spot = (Spot){ e->tid, e->index, e->prev, e->local == RF_NONE ? NULL : rf->local + e->local };
  alts_clear(&d->alts, 0);
  if (e->kind == EV_LOCK) return e->lock == RF_NONE || mutate_plain(&k, EV_LOCK, e->flags, e->choice, e->lock << 2 | ACC_RW);
  if (e->kind == EV_RECEIVE) return mutate_receive(&k, e);
  bool fails = e->kind == EV_UNLOCK && e->nacc;          /* of a mutex that others hold, or nobody: reads who */
  if (e->kind == EV_READ || fails) return mutate_plain(&k, e->kind, e->flags, e->choice, rf->acc[e->acc].acc);
  return !k.q.spot.local || alts_find(&d->alts, &k.q);   /* what it does depends on what it reads */
}

/* A receive that waits for good has no message coming, and needs none of this. */
static bool mutate_waiting(DcPaper *d, VmTid tid) {
  Rf *rf = &d->rf;
  if (vm_thread(d->run->vm, tid) != TH_RUNNING) return true;
  VmWait w = vm_wait(d->run->vm, tid);
  if (w.kind != WAIT_LOCK) return true;
  Ask k = { .q = query, .d = d };
  k.q.spot = (Spot){ tid, (uint32_t)rf->at[tid].n, rf->last[tid] ? rf->last[tid] : rf->init, NULL };
  return mutate_plain(&k, EV_LOCK, 0, 0, w.lock << 2 | ACC_RW);
}

static bool mutations(DcPaper *d) {
  const Rf *rf = &d->rf;
  for (uint32_t i = 0; i < rf->n; i++)
    if (rf->ev[i].decides && rf->ev[i].index >= d->aplus[rf->ev[i].tid] && !mutate_event(d, i)) return false;
  for (unsigned t = 0; t < vm_nthreads(d->run->vm); t++) if (!mutate_waiting(d, (VmTid)t)) return false;
  return true;
}

/* --- classes, and `finally`: a last read of all its variables --- */

/* As kind_of_end in ends.c says, before it counts. */
static bool terminal(const DcPaper *d) {
  VmCensus c = vm_census(d->run->vm);
  return !c.failed && !c.stopped && !c.cut && (!c.started || (c.workers && !c.alive));
}

static const BcProp *final_read(const DcPaper *d) {
  const BcProp *p = &d->run->program->finally_;
  return p->entry && p->nlocs && terminal(d) ? p : NULL;
}

static Hist class_of(const DcPaper *d) {
  Hist h = { 11, 12 };
  for (unsigned t = 0; t <= VM_MAX_THREADS; t++) {
    const RfList *l = &d->rf.at[t];
    Hist last = l->n ? d->rf.ev[l->at[l->n - 1]].hist : (Hist){ 0, 0 };
    h.a += foot_mix(last.a, 1);              /* in no order: threads that were spawned have no numbers of their own */
    h.b += foot_mix(last.b, 2);
  }
  return h;
}

static Hist with_final(const DcPaper *d, const BcProp *p, Hist h) {
  h = hist_mix(h, 13);
  for (uint32_t i = 0; i < p->nlocs; i++) {
    uint32_t s = d->final_source[i];
    h = hist_join(hist_mix(h, p->locs[i]), s ? d->rf.ev[s - 1].hist : (Hist){ 3, 4 });
  }
  return h;
}

static bool final_sources(DcPaper *d, const BcProp *p) {
  if (!grow(d, &d->final_source, &d->final_cap, sizeof *d->final_source, p->nlocs)) return no_memory(d);
  for (uint32_t i = 0; i < p->nlocs; i++) {
    uint32_t w = d->rf.write[p->locs[i]];
    d->final_source[i] = w ? d->rf.acc[w - 1].ev + 1 : 0;
  }
  return true;
}

/* All of t, and of each variable every other write before the one that is read. */
static RealAnswer final_edges(DcPaper *d, const BcProp *p) {
  const Rf *rf = &d->rf;
  memset(d->set, 0, sizeof d->set);
  for (unsigned t = 0; t <= VM_MAX_THREADS; t++) d->set[t] = (Clock)rf->at[t].n;
  RealAnswer x = order_edges(&d->order, d->set, NULL, 0);
  for (uint32_t i = 0; i < p->nlocs && x == REAL_YES; i++)
    for (uint32_t w = rf->write[p->locs[i]]; w && x == REAL_YES; w = rf->acc[w - 1].older) {
      uint32_t at = rf->acc[w - 1].ev, last = d->final_source[i] - 1;
      if (at != last && !real_edge(&d->order.z, d->order.number[at], d->order.number[last])) x = REAL_NO;
    }
  return x;
}

/* The next vector of last writes: counts up, the first variable fastest. False: that was the last. */
static bool next_final(DcPaper *d, const BcProp *p) {
  const Rf *rf = &d->rf;
  for (uint32_t i = 0; i < p->nlocs; i++) {
    uint32_t w = rf->write[p->locs[i]];
    if (!w) continue;
    while (rf->acc[w - 1].ev + 1 != d->final_source[i]) w = rf->acc[w - 1].older;
    uint32_t older = rf->acc[w - 1].older;
    d->final_source[i] = rf->acc[(older ? older : rf->write[p->locs[i]]) - 1].ev + 1;
    if (older) return true;
  }
  return false;
}

static bool final_mutations(DcPaper *d, const BcProp *p, Hist class) {
  if (!final_sources(d, p)) return false;
  while (next_final(d, p) && !ex_tick(d->run)) {
    Hist h = with_final(d, p, class);
    RealAnswer x = final_edges(d, p);
    VmTid root = d->order.nitem ? order_view(&d->order, (uint32_t)d->order.nitem - 1).tid : 0;
    if (!realize(d, x, root, h)) return false;
  }
  return !d->run->stop;
}

/* --- the walk --- */

/* t has come to its end: it is counted unless its class is known, and its mutations become a call. */
static bool ended(DcPaper *d) {
  const BcProp *p = final_read(d);
  Hist class = class_of(d);
  bool fresh, base = true;
  if (p && !final_sources(d, p)) return false;
  if (p && !hists_add(&d->classes, d->run->mem, class, &base)) return no_memory(d);
  if (!hists_add(&d->classes, d->run->mem, p ? with_final(d, p, class) : hist_mix(class, 14), &fresh)) return no_memory(d);
  if (fresh) ex_end(d->run);
  else d->run->result->stats.redundant++;
  if (d->run->stop) return true;
  Call c = { .first = d->nmutation, .next = d->nmutation, .action = d->naction, .negative = d->negative.n };
  if (!mutations(d) || (p && base && !final_mutations(d, p, class))) return d->run->stop || no_memory(d);
  c.end = d->nmutation;
  if (!grow(d, &d->call, &d->call_cap, sizeof *d->call, d->ncall + 1)) return no_memory(d);
  d->call[d->ncall++] = c;
  return true;
}

/* The next mutation of the newest call that has one: into A-, and to be run. False: there is none. */
static bool next_mutation(DcPaper *d) {
  while (d->ncall && d->call[d->ncall - 1].next == d->call[d->ncall - 1].end) {
    Call *c = &d->call[--d->ncall];
    d->nmutation = c->first;
    d->naction = c->action;
    hists_drop(&d->negative, c->negative);
  }
  if (!d->ncall) return false;
  Call *c = &d->call[d->ncall - 1];
  const Mutation *m = &d->mutation[c->next++];
  bool fresh;
  assert(d->negative.n <= c->negative + (c->next - 1 - c->first));          /* I1 */
  if (!hists_add(&d->negative, d->run->mem, m->hist, &fresh)) return no_memory(d);
  d->from = m->action;
  d->n = m->n;
  memset(d->aplus, 0, sizeof d->aplus);
  for (uint32_t i = 0; i < d->n; i++) d->aplus[d->action[d->from + i].tid]++;
  return true;
}

static uint32_t shared_steps(const DcPaper *d) {
  const ExFrame *path = d->run->path;
  const VmAction *a = d->action + d->from;
  uint32_t i = 0;
  while (i < d->n && i < d->run->depth && path[i].action.tid == a[i].tid && path[i].action.choice == a[i].choice) i++;
  return i;
}

static ExMove take(DcPaper *d, VmAction a) {
  if (rf_before_step(&d->rf, a.tid)) return ex_step(a);
  no_memory(d);
  return ex_done();
}

static ExMove next(ExRun *run) {
  DcPaper *d = run->self;
  for (;;) {
    VmAction a;
    if (run->stop || run->cut) return ex_done();
    if (d->at < d->n) return take(d, d->action[d->from + d->at++]);
    VmStatus s = vm_nthreads(run->vm) ? vm_some_action(run->vm, run->depth ? run->path[run->depth - 1].action.tid : 0, &a) : VM_BLOCKED;
    if (s == VM_OK) return take(d, a);
    if (s != VM_BLOCKED) ex_stop(run, vm_limit(run->vm) ? vm_limit(run->vm) : "memory");
    if (s != VM_BLOCKED || !ended(d) || run->stop || !next_mutation(d)) return ex_done();
    d->at = shared_steps(d);
    if (d->at == run->depth) continue;
    rf_pop(&d->rf, d->at);
    return ex_back(d->at);
  }
}

static bool took(ExRun *run, const VmEvent *ev) {
  DcPaper *d = run->self;
  if (ev->nacc > 1 || ev->nops > 1) refuse(run, "events that touch several variables", ev->pc);
  else if (!rf_push(&d->rf, ev)) no_memory(d);
  return true;
}

/* --- opening and closing --- */

static const char *unknown(const BcProgram *p) {
  if (p->has_guard || p->has_either || p->has_choose || p->init_chooses) return "guards and choices";
  if (p->nfaults) return "faults";
  if (p->ninvariants || p->ncovers) return "invariants and covers, which look at states";
  for (uint32_t i = 0; i < p->nreceives; i++) if (p->receives[i].after) return "receives that give up";
  return NULL;
}

static bool open(ExRun *run) {
  DcPaper *d = run->self = mem_alloc(run->mem, sizeof *d);
  if (!d) return false;
  d->run = run;
  star_init(&d->star, run->mem);
  if (!rf_open(&d->rf, run)) return false;
  alts_init(&d->alts, &d->rf);
  order_init(&d->order, &d->rf, &d->alts);
  const char *what = unknown(run->program);
  if (what) refuse(run, what, UINT32_MAX);
  return true;
}

static void close(ExRun *run) {
  DcPaper *d = run->self;
  Mem *m = run->mem;
  if (!d) return;
  mem_free(m, d->call, d->call_cap * sizeof *d->call);
  mem_free(m, d->mutation, d->mutation_cap * sizeof *d->mutation);
  mem_free(m, d->action, d->action_cap * sizeof *d->action);
  mem_free(m, d->ev, d->ev_cap * sizeof *d->ev);
  mem_free(m, d->acc, d->acc_cap * sizeof *d->acc);
  mem_free(m, d->edge, d->edge_cap * sizeof *d->edge);
  mem_free(m, d->final_source, d->final_cap * sizeof *d->final_source);
  hists_free(&d->negative, m);
  hists_free(&d->classes, m);
  star_deinit(&d->star);
  order_deinit(&d->order);
  alts_deinit(&d->alts);
  rf_close(&d->rf);
  mem_free(m, d, sizeof *d);
}

const ExAlgo ex_dc_paper = {
  .name = "dc:paper",
  .promises = EX_COMPLETE, .needs = EX_NEEDS_FOOTPRINTS | EX_ASKS | EX_FAILING_GUARDS,
  .open = open, .next = next, .took = took, .close = close,
};
