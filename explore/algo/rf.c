/* explore/algo/rf.c -- see rf.h. */
#include "explore/algo/rf.h"
#include <assert.h>
#include <string.h>
#include "vm/probe.h"
#include "vm/waits.h"

enum { LOG_LAST, LOG_MAIL, LOG_TAKEN, LOG_SEND };

static bool grow(Rf *rf, void *array, size_t *cap, size_t size, size_t want) { return want <= *cap || mem_grow(rf->run->mem, array, cap, size, want); }

bool rf_open(Rf *rf, ExRun *run) {
  const BcProgram *p = run->program;
  rf->run = run;
  rf->stride = clock_stride(vm_nthreads(run->vm));
  rf->choosy = p->has_choose || p->has_either || p->init_chooses || p->nfaults;
  rf->looks = p->has_guard || p->has_either || p->has_choose || p->nfaults;
  rf->initial = mem_alloc(run->mem, OBJ_COUNT(p) * sizeof *rf->initial);
  rf->write = mem_alloc(run->mem, OBJ_COUNT(p) * sizeof *rf->write);
  if (!rf->initial || !rf->write) return false;
  for (uint32_t i = 0; i < OBJ_COUNT(p); i++) rf->initial[i] = vm_object_value(run->vm, i);
  return true;
}

void rf_close(Rf *rf) {
  if (!rf->run) return;
  Mem *m = rf->run->mem;
  size_t objects = OBJ_COUNT(rf->run->program);
  mem_free(m, rf->ev, rf->cap * sizeof *rf->ev);
  mem_free(m, rf->clock, rf->clock_cap * sizeof *rf->clock);
  mem_free(m, rf->acc, rf->acc_cap * sizeof *rf->acc);
  mem_free(m, rf->op, rf->op_cap * sizeof *rf->op);
  mem_free(m, rf->log, rf->log_cap * sizeof *rf->log);
  mem_free(m, rf->local, rf->local_cap * sizeof *rf->local);
  mem_free(m, rf->known, rf->known_cap * sizeof *rf->known);
  mem_free(m, rf->initial, objects * sizeof *rf->initial);
  mem_free(m, rf->write, objects * sizeof *rf->write);
  for (int t = 0; t <= VM_MAX_THREADS; t++) {
    mem_free(m, rf->at[t].at, rf->at[t].cap * sizeof *rf->at[t].at);
    mem_free(m, rf->mail[t].at, rf->mail[t].cap * sizeof *rf->mail[t].at);
    mem_free(m, rf->sends[t].at, rf->sends[t].cap * sizeof *rf->sends[t].at);
  }
}

/* --- lists and the log --- */

static bool note(Rf *rf, uint8_t kind, VmTid tid, uint32_t at, RfSend old) {
  if (!grow(rf, &rf->log, &rf->log_cap, sizeof *rf->log, rf->nlog + 1)) return false;
  rf->log[rf->nlog++] = (RfLog){ kind, tid, at, old };
  return true;
}

static bool add_send(Rf *rf, RfSends *l, RfSend s) {
  if (!grow(rf, &l->at, &l->cap, sizeof *l->at, l->n + 1)) return false;
  l->at[l->n++] = s;
  return true;
}

static void undo(Rf *rf, const RfLog *l) {
  RfSends *mail = &rf->mail[l->tid];
  switch (l->kind) {
    case LOG_LAST: rf->last[l->tid] = l->at; break;
    case LOG_MAIL: mail->n--; break;
    case LOG_SEND: rf->sends[l->tid].n--; break;
    default:
      memmove(mail->at + l->at + 1, mail->at + l->at, (mail->n - l->at) * sizeof *mail->at);
      mail->at[l->at] = l->old;
      mail->n++;
  }
}

void rf_pop(Rf *rf, uint32_t to) {
  if (to >= rf->n) return;
  const RfEvent *first = &rf->ev[to];
  uint32_t nacc = first->acc, nop = first->op;
  while (rf->nacc > nacc) {
    const RfAcc *a = &rf->acc[--rf->nacc];
    if (ACC_MODE(a->acc) & ACC_W && rf->ev[a->ev].kind != EV_INIT) rf->write[ACC_OBJ(a->acc)] = a->older;
  }
  rf->nop = nop;
  while (rf->n > to) {
    const RfEvent *e = &rf->ev[--rf->n];
    while (rf->nlog > e->logs) undo(rf, &rf->log[--rf->nlog]);
    rf->last[e->tid] = e->prev;
    rf->at[e->tid].n--;
    if (e->local != RF_NONE) rf->nlocal = e->local;
  }
  if (rf->init > to) rf->init = 0;
}

/* --- before the step --- */

/* Is what the thread will do the same whatever it reads? Then its local state need not be kept. */
static bool is_plain(const BcInstr *in) {
  switch ((BcOp)in->op) {
    case OP_LOAD: return in->n == 1;
    case OP_STORE: case OP_LOCK: case OP_UNLOCK: case OP_JOIN: case OP_SPAWN: return true;
    default: return false;
  }
}

bool rf_before_step(Rf *rf, VmTid tid) {
  VmState *s = rf->run->vm;
  uint32_t pc = vm_pc(s, tid);
  rf->stepping = tid;
  rf->kept = RF_NONE;
  rf->chooses = rf->choosy && vm_has_choices(s, tid);
  bool init = rf->run->program->init_chooses && tid == rf->run->program->nstatic;
  if (init || pc == UINT32_MAX || (is_plain(&rf->run->program->code[pc]) && !rf->looks)) return true;
  uint32_t n = vm_local_size(s, tid);
  if (!grow(rf, &rf->local, &rf->local_cap, sizeof *rf->local, rf->nlocal + n)) return false;
  rf->kept = (uint32_t)rf->nlocal;
  vm_local_save(s, tid, rf->local + rf->nlocal);
  rf->nlocal += n;
  return true;
}

/* --- the new event --- */

static bool make_room(Rf *rf, const VmEvent *ev) {
  unsigned threads = vm_nthreads(rf->run->vm);
  RfList *at = &rf->at[ev->tid];
  return (threads < rf->stride || clock_widen(rf->run->mem, &rf->clock, &rf->clock_cap, &rf->stride, rf->n, threads)) && grow(rf, &rf->ev, &rf->cap, sizeof *rf->ev, rf->n + 1) &&
         grow(rf, &rf->clock, &rf->clock_cap, sizeof *rf->clock, (rf->n + 1) * rf->stride) &&
         grow(rf, &rf->acc, &rf->acc_cap, sizeof *rf->acc, rf->nacc + ev->nacc) &&
         grow(rf, &rf->op, &rf->op_cap, sizeof *rf->op, rf->nop + ev->nops) && grow(rf, &at->at, &at->cap, sizeof *at->at, at->n + 1);
}

/* Accesses with their sources; what is written becomes the source of later ones. The writes of an init are initial values. */
static void accesses(Rf *rf, const VmEvent *ev, RfEvent *e, uint32_t at) {
  for (uint32_t i = 0; i < ev->nacc; i++) {
    uint32_t obj = ACC_OBJ(ev->acc[i]), w = rf->write[obj];
    RfAcc *a = &rf->acc[rf->nacc + i];
    *a = (RfAcc){ .acc = ev->acc[i], .ev = at, .older = w };
    if (ACC_MODE(a->acc) & ACC_R) {
      a->source = w ? rf->acc[w - 1].ev + 1 : 0;
      if (w) clock_join(rf_row(rf, at), rf_row(rf, a->source - 1), rf->stride);
      e->decides = true;
    }
    if (!(ACC_MODE(a->acc) & ACC_W)) continue;
    a->value = vm_object_value(rf->run->vm, obj);
    if (ev->kind == EV_INIT) rf->initial[obj] = a->value;
    else rf->write[obj] = (uint32_t)(rf->nacc + i + 1);
  }
  rf->nacc += ev->nacc;
}

/* As in hb.c: the receives of one atomic block find the mailbox without what the block took before. */
static uint32_t place(const VmEvent *ev, uint32_t i) {
  uint32_t pos = ev->ops[i].pos;
  for (uint32_t k = i; i < ev->nownops && k-- > 0;) if (ev->ops[k].kind == EV_RECEIVE && ev->ops[k].pos <= pos) pos++;
  return pos;
}

static bool gone(const Rf *rf, VmTid tid) {
  VmThreadStatus s = vm_thread(rf->run->vm, tid);
  return s == TH_ENDED || s == TH_CRASHED;
}

static void find_source(Rf *rf, const VmEvent *ev, RfEvent *e, uint32_t i, uint32_t at) {
  RfOp *o = &rf->op[e->op + i];
  const RfSends *mail = &rf->mail[ev->tid];
  *o = (RfOp){ .op = ev->ops[i] };
  bool guarded = ev->flags & (EVF_GUARDED | EVF_STUCK) || i >= ev->nownops;
  if (o->op.kind == EV_RECEIVE) {
    uint32_t pos = place(ev, i);
    if (pos < mail->n) o->source = mail->at[pos].ev + 1, o->sop = mail->at[pos].op;
    else o->source = RF_SELF;
    e->decides = true;
  } else if (o->op.kind == EV_JOIN) {
    o->sop = o->op.peer != ev->tid && gone(rf, o->op.peer);     /* a crash may look at its own thread */
    if (o->sop) o->source = rf->last[o->op.peer];
    e->decides |= guarded;
  } else if (o->op.kind == EV_AFTER) e->decides = true;
  if (o->source && o->source != RF_SELF) clock_join(rf_row(rf, at), rf_row(rf, o->source - 1), rf->stride);
}

/* What the operation leaves behind for later events. */
static bool leave(Rf *rf, VmTid tid, const VmOp *op, uint32_t at, uint32_t i) {
  RfSend me = { at, i };
  RfSends *mail = &rf->mail[tid];
  switch (op->kind) {
    case EV_SEND:
      if (!op->copies) return true;
      if (!add_send(rf, &rf->sends[op->peer], me) || !note(rf, LOG_SEND, op->peer, 0, me)) return false;
      for (unsigned k = 0; !gone(rf, op->peer) && k < op->copies; k++)
        if (!add_send(rf, &rf->mail[op->peer], me) || !note(rf, LOG_MAIL, op->peer, 0, me)) return false;
      return true;
    case EV_RECEIVE:
      if (!op->copies || op->pos >= mail->n) return true;
      if (!note(rf, LOG_TAKEN, tid, op->pos, mail->at[op->pos])) return false;
      memmove(mail->at + op->pos, mail->at + op->pos + 1, (mail->n - op->pos - 1) * sizeof *mail->at);
      mail->n--;
      return true;
    case EV_SPAWN:
      if (!note(rf, LOG_LAST, op->peer, rf->last[op->peer], me)) return false;
      rf->last[op->peer] = at + 1;
      return true;
    default: return true;
  }
}

Hist rf_prev_hist(const Rf *rf, uint32_t prev) { return prev ? rf->ev[prev - 1].hist : (Hist){ 1, 2 }; }

static Hist of_event(void *ctx, uint32_t source) { return ((const Rf *)ctx)->ev[source - 1].hist; }

static Hist of_source(uint32_t source, RfHistOf *of, void *ctx) {
  if (!source) return (Hist){ 3, 4 };
  return source == RF_SELF ? (Hist){ 5, 6 } : of(ctx, source);
}

static Hist op_hist(const Rf *rf, Hist h, const RfOp *o, RfHistOf *of, void *ctx) {
  if (o->op.kind == EV_SEND || o->op.kind == EV_SPAWN) return h;
  h = hist_mix(h, (uint64_t)o->op.kind << 32 | o->sop);
  if (o->op.kind == EV_JOIN) h = hist_mix(h, vm_thread_key(rf->run->vm, o->op.peer));
  return hist_join(h, of_source(o->source, of, ctx));
}

Hist rf_hist(const Rf *rf, VmTid tid, uint32_t index, uint32_t choice, uint32_t prev, const RfAcc *acc, uint32_t nacc, const RfOp *op,
             uint32_t nops, RfHistOf *of, void *ctx) {
  Hist h = hist_mix(rf_prev_hist(rf, prev), vm_thread_key(rf->run->vm, tid));
  h = hist_mix(hist_mix(h, index), vm_choice_key(rf->run->vm, choice));
  for (uint32_t i = 0; i < nacc; i++) {
    if (!(ACC_MODE(acc[i].acc) & ACC_R)) continue;
    h = hist_join(hist_mix(h, ACC_OBJ(acc[i].acc)), of_source(acc[i].source, of, ctx));
  }
  for (uint32_t i = 0; i < nops; i++) h = op_hist(rf, h, &op[i], of, ctx);
  return h;
}

static bool is_fixed(const VmEvent *ev) {
  return ev->kind == EV_READ || ((ev->kind == EV_LOCK || ev->kind == EV_UNLOCK) && !(ev->flags & EVF_GUARDED));
}

#ifdef DMC_STRESS
/* Equal histories are equal events, down to what they write. A table of all that were met, open addressing. */
static uint64_t content(const Rf *rf, const RfEvent *e) {
  uint64_t h = foot_mix(foot_mix(e->kind, e->flags), e->choice);
  for (uint32_t i = 0; i < e->nacc; i++) h = foot_mix(foot_mix(h, rf->acc[e->acc + i].acc), rf->acc[e->acc + i].value);
  for (uint32_t i = 0; i < e->nops; i++) h = foot_mix(foot_mix(h, (uint64_t)rf->op[e->op + i].op.kind << 8 | rf->op[e->op + i].op.peer), rf->op[e->op + i].op.msg);
  return h;
}

static RfKnown *find_known(RfKnown *table, size_t slots, Hist h) {
  size_t i = (size_t)h.a & (slots - 1);
  while ((table[i].hist.a | table[i].hist.b) && !hist_same(table[i].hist, h)) i = (i + 1) & (slots - 1);
  return &table[i];
}

static bool intern(Rf *rf, const RfEvent *e) {
  if (rf->nknown * 2 >= rf->known_cap) {
    size_t slots = rf->known_cap ? rf->known_cap * 2 : 64;
    RfKnown *table = mem_alloc(rf->run->mem, slots * sizeof *table);
    if (!table) return false;
    for (size_t i = 0; i < rf->known_cap; i++)
      if (rf->known[i].hist.a | rf->known[i].hist.b) *find_known(table, slots, rf->known[i].hist) = rf->known[i];
    mem_free(rf->run->mem, rf->known, rf->known_cap * sizeof *table);
    rf->known = table;
    rf->known_cap = slots;
  }
  RfKnown *k = find_known(rf->known, rf->known_cap, e->hist);
  bool fresh = !(k->hist.a | k->hist.b);
  if (fresh) *k = (RfKnown){ e->hist, content(rf, e) }, rf->nknown++;
  assert(fresh || k->content == content(rf, e));
  return true;
}
#else
static bool intern(Rf *rf, const RfEvent *e) {
  (void)rf;
  (void)e;
  return true;
}
#endif

bool rf_push(Rf *rf, const VmEvent *ev) {
  if (!make_room(rf, ev)) return false;
  uint32_t at = (uint32_t)rf->n, prev = rf->last[ev->tid] ? rf->last[ev->tid] : rf->init;
  RfEvent *e = &rf->ev[at];
  bool waits = ev->kind == EV_LOCK && !(ev->flags & EVF_GUARDED) && ev->nacc && ACC_MODE(ev->acc[0]) & ACC_W;     /* else it is held already */
  *e = (RfEvent){ .tid = ev->tid, .kind = ev->kind, .flags = ev->flags, .chooses = rf->chooses, .decides = rf->chooses, .fixed = is_fixed(ev),
                  .choice = ev->choice, .index = (uint32_t)rf->at[ev->tid].n, .pc = ev->pc, .prev = prev, .lock = waits ? ev->lock : RF_NONE,
                  .acc = (uint32_t)rf->nacc, .nacc = ev->nacc, .op = (uint32_t)rf->nop, .nops = ev->nops, .nownops = ev->nownops,
                  .local = rf->kept, .logs = (uint32_t)rf->nlog };
  if (e->index >= UINT16_MAX - 1) ex_stop(rf->run, "events");
  Clock *c = rf_row(rf, at);
  clock_copy(c, prev ? rf_row(rf, prev - 1) : NULL, rf->stride);
  rf->n++;
  rf->at[ev->tid].at[rf->at[ev->tid].n++] = at;
  accesses(rf, ev, e, at);
  for (uint32_t i = 0; i < ev->nops; i++) find_source(rf, ev, e, i, at);
  rf->nop += ev->nops;
  c[e->tid] = (Clock)(e->index + 1);
  uint32_t nacc = ev->kind == EV_INIT ? 0 : e->nacc;           /* nothing comes before it */
  e->hist = rf_hist(rf, e->tid, e->index, e->choice, prev, rf->acc + e->acc, nacc, rf->op + e->op, e->nops, of_event, rf);
  for (uint32_t i = 0; i < ev->nownops; i++) if (!leave(rf, ev->tid, &ev->ops[i], at, i)) return false;
  rf->last[ev->tid] = at + 1;
  if (ev->kind == EV_INIT) rf->init = at + 1;
  return intern(rf, e);
}

bool rf_may_write(const Rf *rf, const RfEvent *e, uint32_t obj) {
  if (e->kind == EV_READ || e->kind == EV_WRITE || e->kind == EV_UNLOCK || e->kind == EV_JOIN || e->kind == EV_SPAWN) return false;
  bool region = e->kind == EV_ATOMIC || e->kind == EV_AWAIT || e->flags & EVF_GUARDED || e->chooses;
  if (region) return true;
  for (uint32_t i = 0; i < e->nacc; i++) if (ACC_OBJ(rf->acc[e->acc + i].acc) == obj) return true;
  return false;
}
