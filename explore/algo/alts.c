/* explore/algo/alts.c -- see alts.h. */
#include "explore/algo/alts.h"
#include <string.h>
#include "vm/probe.h"

static bool grow(Alts *as, void *array, size_t *cap, size_t size, size_t want) { return want <= *cap || mem_grow(as->rf->run->mem, array, cap, size, want); }

void alts_init(Alts *as, Rf *rf) { *as = (Alts){ .rf = rf }; }

void alts_deinit(Alts *as) {
  if (!as->rf || !as->rf->run) return;
  Mem *m = as->rf->run->mem;
  mem_free(m, as->alt, as->cap * sizeof *as->alt);
  mem_free(m, as->acc, as->acc_cap * sizeof *as->acc);
  mem_free(m, as->op, as->op_cap * sizeof *as->op);
  mem_free(m, as->tried, as->tried_cap * sizeof *as->tried);
  mem_free(m, as->mail, as->mail_cap * sizeof *as->mail);
  mem_free(m, as->action, as->action_cap * sizeof *as->action);
}

void alts_clear(Alts *as, size_t n) {
  if (n >= as->n) return;
  as->nacc = as->alt[n].acc;
  as->nop = as->alt[n].op;
  as->n = n;
}

Hist alts_hist_of(void *alts, uint32_t source) {
  const Alts *as = alts;
  return source & ALT_SOURCE ? as->alt[source & ~ALT_SOURCE].hist : as->rf->ev[source - 1].hist;
}

const RfAcc *alts_access(const Alts *as, uint32_t alt, uint32_t obj) {
  const Alt *a = &as->alt[alt];
  for (uint32_t i = 0; i < a->nacc; i++) if (ACC_OBJ(as->acc[a->acc + i].acc) == obj) return &as->acc[a->acc + i];
  return NULL;
}

Word alts_value(const Alts *as, uint32_t source, uint32_t obj) {
  const Rf *rf = as->rf;
  if (!source) return rf->initial[obj];
  if (source & ALT_SOURCE) return alts_access(as, source & ~ALT_SOURCE, obj)->value;
  const RfEvent *e = &rf->ev[source - 1];
  uint32_t i = e->acc;
  while (ACC_OBJ(rf->acc[i].acc) != obj) i++;
  return rf->acc[i].value;
}

static void join_source(const Alts *as, uint32_t source, Clock *set) {
  if (!source || source == RF_SELF) return;
  if (source & ALT_SOURCE) {
    alts_past(as, source & ~ALT_SOURCE, set);
  } else clock_join(set, rf_row(as->rf, source - 1), as->rf->stride);
}

void alts_past(const Alts *as, uint32_t alt, Clock *set) {
  const Alt *a = &as->alt[alt];
  if (a->prev) clock_join(set, rf_row(as->rf, a->prev - 1), as->rf->stride);
  for (uint32_t i = 0; i < a->nacc; i++) if (ACC_MODE(as->acc[a->acc + i].acc) & ACC_R) join_source(as, as->acc[a->acc + i].source, set);
  for (uint32_t i = 0; i < a->nops; i++) join_source(as, as->op[a->op + i].source, set);
}

static bool room(Alts *as, uint32_t nacc, uint32_t nops) {
  return grow(as, &as->alt, &as->cap, sizeof *as->alt, as->n + 1) && grow(as, &as->acc, &as->acc_cap, sizeof *as->acc, as->nacc + nacc) &&
         grow(as, &as->op, &as->op_cap, sizeof *as->op, as->nop + nops);
}

/* LIKE with the accesses and operations that were written behind the others. */
static int append(Alts *as, const Alt *like, uint32_t nacc, uint32_t nops) {
  Alt *a = &as->alt[as->n];
  *a = *like;
  a->acc = (uint32_t)as->nacc;
  a->nacc = nacc;
  a->op = (uint32_t)as->nop;
  a->nops = nops;
  a->hist = rf_hist(as->rf, a->tid, a->index, a->choice, a->prev, as->acc + a->acc, nacc, as->op + a->op, nops, alts_hist_of, as);
  as->nacc += nacc;
  as->nop += nops;
  return (int)as->n++;
}

int alts_add(Alts *as, const Alt *like, const RfAcc *acc, uint32_t nacc, const RfOp *op, uint32_t nops) {
  if (!room(as, nacc, nops)) return -1;
  if (nacc) memcpy(as->acc + as->nacc, acc, nacc * sizeof *acc);
  if (nops) memcpy(as->op + as->nop, op, nops * sizeof *op);
  return append(as, like, nacc, nops);
}

/* --- binding --- */

/* Bindings are large and nearly empty. */
static void bind_copy(Bind *to, const Bind *from) {
  to->nobj = from->nobj;
  to->nmail = from->nmail;
  to->nbox = from->nbox;
  to->njoin = from->njoin;
  memcpy(to->obj, from->obj, from->nobj * sizeof *to->obj);
  memcpy(to->mail, from->mail, from->nmail * sizeof *to->mail);
  memcpy(to->box, from->box, from->nbox * sizeof *to->box);
  memcpy(to->join, from->join, from->njoin * sizeof *to->join);
}

static int bound(const Bind *b, uint32_t obj) {
  for (uint32_t i = 0; i < b->nobj; i++) if (b->obj[i].obj == obj) return (int)i;
  return -1;
}

static int bound_join(const Bind *b, VmTid peer) {
  for (uint32_t i = 0; i < b->njoin; i++) if (b->join[i].peer == peer) return (int)i;
  return -1;
}

static uint64_t hash_bind(const Bind *b) {
  uint64_t h = 1;
  for (uint32_t i = 0; i < b->nobj; i++) h += foot_mix(foot_mix(1, b->obj[i].obj), b->obj[i].source);
  for (uint32_t i = 0; i < b->njoin; i++) h += foot_mix(foot_mix(foot_mix(2, b->join[i].peer), b->join[i].ended), b->join[i].source);
  for (uint32_t i = 0; i < b->nmail; i++) h = foot_mix(h, (uint64_t)b->mail[i].ev << 32 | b->mail[i].op);
  for (uint32_t i = 0; i < b->nbox; i++) h = foot_mix(h, (uint64_t)b->box[i].ev << 32 | b->box[i].op);
  return h;
}

static bool was_tried(Alts *as, const AltQuery *q, const Bind *b, bool *ok) {
  uint64_t h = hash_bind(b);
  for (size_t i = q->tried; i < as->ntried; i++) if (as->tried[i] == h) return true;
  *ok = grow(as, &as->tried, &as->tried_cap, sizeof *as->tried, as->ntried + 1);
  if (*ok) as->tried[as->ntried++] = h;
  return false;
}

static const VmOp *send_op(const Alts *as, RfSend s) {
  if (s.ev & ALT_SOURCE) return &as->op[as->alt[s.ev & ~ALT_SOURCE].op + s.op].op;
  return &as->rf->op[as->rf->ev[s.ev].op + s.op].op;
}

/* The machine shows what is bound. */
static bool show(Alts *as, const AltQuery *q, const Bind *b) {
  VmState *vm = as->rf->run->vm;
  for (uint32_t i = 0; i < b->nobj; i++) vm_probe_value(vm, b->obj[i].obj, alts_value(as, b->obj[i].source, b->obj[i].obj));
  for (uint32_t i = 0; i < b->njoin; i++)
    if (b->join[i].peer != q->spot.tid) vm_probe_ended(vm, b->join[i].peer, b->join[i].ended);
  if (!grow(as, &as->mail, &as->mail_cap, sizeof *as->mail, b->nbox + 1)) return false;
  for (uint32_t i = 0; i < b->nbox; i++) as->mail[i] = send_op(as, b->box[i])->msg;
  return vm_probe_mail(vm, q->spot.tid, as->mail, b->nbox);
}

static bool is_mail(const VmOp *op) { return op->kind == EV_RECEIVE || op->kind == EV_AFTER; }

/* Which message of the box the I-th operation took or looked at; ev RF_NONE: none, or one of the event's own (*SELF). */
static RfSend taken(const Bind *b, const VmEvent *ev, uint32_t i, bool *self) {
  uint32_t pos = ev->ops[i].pos;
  *self = false;
  if (ev->ops[i].kind != EV_RECEIVE) return (RfSend){ RF_NONE, 0 };
  for (uint32_t k = i; i < ev->nownops && k-- > 0;) if (ev->ops[k].kind == EV_RECEIVE && ev->ops[k].pos <= pos) pos++;
  if (pos < b->nbox) return b->box[pos];
  *self = true;
  return (RfSend){ RF_NONE, 0 };
}

static bool same_send(RfSend x, RfSend y) { return x.ev == y.ev && (x.ev == RF_NONE || x.op == y.op); }

/* What the event, under this binding, did that is not bound yet. */
typedef enum { NEED_NOTHING, NEED_OBJ, NEED_MAIL, NEED_JOIN, NEED_OTHER /* it does not go with the binding */ } NeedKind;
typedef struct { NeedKind kind; uint32_t obj; VmTid peer; uint32_t matcher; } Need;

static bool reads(const VmEvent *ev, uint32_t obj) {
  for (uint32_t i = 0; i < ev->nacc; i++) if (ACC_OBJ(ev->acc[i]) == obj) return ACC_MODE(ev->acc[i]) & ACC_R;
  return false;
}

static Need need_mail(const Bind *b, const VmEvent *ev) {
  uint32_t k = 0;
  for (uint32_t i = 0; i < ev->nops; i++) {
    bool self;
    if (ev->ops[i].kind == EV_JOIN && bound_join(b, ev->ops[i].peer) < 0) return (Need){ .kind = NEED_JOIN, .peer = ev->ops[i].peer };
    if (!is_mail(&ev->ops[i])) continue;
    RfSend t = taken(b, ev, i, &self);
    if (k == b->nmail) return (Need){ .kind = NEED_MAIL, .matcher = ev->ops[i].matcher };
    if (!same_send(t, b->mail[k])) return (Need){ .kind = NEED_OTHER };
    k++;
  }
  return (Need){ .kind = NEED_NOTHING };
}

/* Nobody writes it: it has its initial value, also in the machine. */
static bool never_written(const Alts *as, const AltQuery *q, uint32_t obj) {
  if (as->rf->write[obj]) return false;
  for (uint32_t v = 0; v < q->variants; v++) {
    const RfAcc *a = alts_access(as, v, obj);
    if (a && ACC_MODE(a->acc) & ACC_W) return false;
  }
  return true;
}

static Need need_obj(const Alts *as, const AltQuery *q, const Bind *b, const VmEvent *ev) {
  uint32_t n;
  const uint32_t *order = vm_probe_order(as->rf->run->vm, &n);
  for (uint32_t i = 0; i < n; i++)
    if (bound(b, order[i]) < 0 && reads(ev, order[i]) && !never_written(as, q, order[i])) return (Need){ .kind = NEED_OBJ, .obj = order[i] };
  return (Need){ .kind = NEED_NOTHING };
}

/* --- emitting --- */

static RfOp op_with_source(const Bind *b, const VmEvent *ev, uint32_t i) {
  RfOp o = { .op = ev->ops[i] };
  bool self;
  if (o.op.kind == EV_RECEIVE) {
    RfSend s = taken(b, ev, i, &self);
    o.source = s.ev == RF_NONE ? RF_SELF : s.ev & ALT_SOURCE ? s.ev : s.ev + 1;
    o.sop = s.op;
  } else if (o.op.kind == EV_JOIN) {
    int k = bound_join(b, o.op.peer);
    o.sop = b->join[k].ended;
    o.source = b->join[k].source;
  }
  return o;
}

static bool emit(Alts *as, AltQuery *q, const Bind *b, const VmEvent *ev) {
  if (!room(as, ev->nacc, ev->nops)) return false;
  const Word *values = vm_probe_values(as->rf->run->vm);
  for (uint32_t i = 0; i < ev->nacc; i++) {
    RfAcc *a = &as->acc[as->nacc + i];
    *a = (RfAcc){ .acc = ev->acc[i], .ev = RF_NONE, .value = values[i] };
    int k = ACC_MODE(a->acc) & ACC_R ? bound(b, ACC_OBJ(a->acc)) : -1;
    if (k >= 0) a->source = b->obj[k].source;
  }
  for (uint32_t i = 0; i < ev->nops; i++) as->op[as->nop + i] = op_with_source(b, ev, i);
  Alt like = { .tid = ev->tid, .kind = ev->kind, .flags = ev->flags, .index = q->spot.index, .choice = ev->choice, .prev = q->spot.prev, .nownops = ev->nownops };
  append(as, &like, ev->nacc, ev->nops);
  return true;
}

/* --- the search --- */

/* The search goes on without what else the event could have read. */
static bool too_many(ExRun *run) {
  ex_prune(run, "reads");
  if (!run->result->limit_help)
    run->result->limit_help = arena_printf(run->arena, "an atomic block reads over %d objects and messages; try --algo optimal or lazy", ALT_MAX_BOUND);
  return true;
}

typedef struct { Alts *as; AltQuery *q; const Bind *b; uint32_t obj; } Branch;
static bool explore(Alts *as, AltQuery *q, const Bind *b);

static bool pick_obj(void *to, uint32_t source) {
  Branch *x = to;
  Bind b;
  bind_copy(&b, x->b);
  if (b.nobj == ALT_MAX_BOUND) { return too_many(x->as->rf->run); }
  b.obj[b.nobj].obj = x->obj;
  b.obj[b.nobj++].source = source;
  return explore(x->as, x->q, &b);
}

static bool bind_join(Alts *as, AltQuery *q, const Bind *from, VmTid peer) {
  Bind b;
  bind_copy(&b, from);
  if (b.njoin == ALT_MAX_BOUND) { return too_many(as->rf->run); }
  b.join[b.njoin].peer = peer;
  b.join[b.njoin].source = 0;
  b.join[b.njoin++].ended = false;
  if (!explore(as, q, &b)) return false;
  if (peer == q->spot.tid) return true;
  b.join[b.njoin - 1].ended = true;
  b.join[b.njoin - 1].source = as->rf->last[peer];
  if (q->end(q, peer) && !explore(as, q, &b)) return false;
  for (uint32_t v = 0; v < q->variants; v++) {
    const Alt *a = &as->alt[v];
    if (a->tid != peer || !(a->flags & EVF_ENDED || a->kind == EV_CRASH)) continue;
    b.join[b.njoin - 1].source = ALT_SOURCE | v;
    if (!explore(as, q, &b)) return false;
  }
  return true;
}

/* The next receive finds S: at every place in the box, one of which is right unless S cannot be found there at all. */
static bool bind_send(Alts *as, AltQuery *q, const Bind *from, RfSend s) {
  Bind b;
  bind_copy(&b, from);
  b.mail[b.nmail++] = s;
  for (uint32_t i = 0; i < b.nbox; i++) if (same_send(b.box[i], s)) return explore(as, q, &b);      /* a copy, or looked at before */
  for (uint32_t at = 0; at <= from->nbox; at++) {
    memcpy(b.box, from->box, at * sizeof *b.box);
    b.box[at] = s;
    memcpy(b.box + at + 1, from->box + at, (from->nbox - at) * sizeof *b.box);
    b.nbox = from->nbox + 1;
    if (!explore(as, q, &b)) return false;
  }
  return true;
}

bool alts_sends(const Alts *as, uint32_t alt, uint32_t op, VmTid to) {
  const VmOp *o = &as->op[as->alt[alt].op + op].op;
  return o->kind == EV_SEND && o->peer == to && o->copies;
}

static bool bind_mail(Alts *as, AltQuery *q, const Bind *from, uint32_t matcher) {
  const Rf *rf = as->rf;
  const RfSends *l = &rf->sends[q->spot.tid];
  if (from->nmail == ALT_MAX_BOUND || from->nbox == ALT_MAX_BOUND) { return too_many(rf->run); }
  Bind b;
  bind_copy(&b, from);
  b.mail[b.nmail++] = (RfSend){ RF_NONE, 0 };
  if (!explore(as, q, &b)) return false;
  for (size_t i = 0; i < l->n; i++) {
    if (!q->send(q, l->at[i]) || (matcher && !vm_matches(rf->run->vm, matcher, send_op(as, l->at[i])->msg))) continue;
    if (!bind_send(as, q, from, l->at[i])) return false;
  }
  for (uint32_t v = 0; v < q->variants; v++)
    for (uint32_t k = 0; k < as->alt[v].nownops; k++) {
      RfSend s = { ALT_SOURCE | v, k };
      if (!alts_sends(as, v, k, q->spot.tid) || (matcher && !vm_matches(rf->run->vm, matcher, send_op(as, s)->msg))) continue;
      if (!bind_send(as, q, from, s)) return false;
    }
  return true;
}

static bool satisfy(Alts *as, AltQuery *q, const Bind *b, const Need *need) {
  Branch x = { as, q, b, need->obj };
  switch (need->kind) {
    case NEED_OBJ: return q->sources(q, need->obj, pick_obj, &x);
    case NEED_MAIL: return bind_mail(as, q, b, need->matcher);
    case NEED_JOIN: return bind_join(as, q, b, need->peer);
    case NEED_NOTHING: case NEED_OTHER: break;
  }
  return true;
}

static bool same_need(const Need *x, const Need *y) {
  return x->kind == y->kind && x->obj == y->obj && x->peer == y->peer && x->matcher == y->matcher;
}

enum { MAX_NEEDS = 32 };
typedef struct { Need at[MAX_NEEDS]; uint32_t n; } Needs;

static void add_need(Alts *as, Needs *l, Need need) {
  if (need.kind == NEED_NOTHING || need.kind == NEED_OTHER) return;
  for (uint32_t i = 0; i < l->n; i++) if (same_need(&l->at[i], &need)) return;
  if (l->n == MAX_NEEDS) too_many(as->rf->run);
  else l->at[l->n++] = need;
}

/* One action under the binding: an alternative, or what it needs. */
static bool look(Alts *as, AltQuery *q, const Bind *b, uint32_t choice, Needs *needs) {
  VmEvent ev;
  VmStatus s = vm_probe_step(as->rf->run->vm, q->spot.tid, choice, &ev);
  if (s == VM_BLOCKED) return true;
  if (s != VM_OK && s != VM_FAULT) {
    ex_stop(as->rf->run, s == VM_LIMIT ? vm_limit(as->rf->run->vm) : "memory");
    return false;
  }
  Need obj = need_obj(as, q, b, &ev), mail = need_mail(b, &ev);
  if (mail.kind == NEED_OTHER) return true;
  add_need(as, needs, obj);
  add_need(as, needs, mail);
  return obj.kind != NEED_NOTHING || mail.kind != NEED_NOTHING || emit(as, q, b, &ev);
}

/* All actions of the thread, copied. SIZE_MAX: refused. */
static size_t actions(Alts *as, const AltQuery *q) {
  VmState *vm = as->rf->run->vm;
  const VmAction *a;
  size_t n = 1, all;
  if (q->crash) {
    if (!grow(as, &as->action, &as->action_cap, sizeof *as->action, 1)) return SIZE_MAX;
    as->action[0] = (VmAction){ q->spot.tid, VM_CRASH };
    return 1;
  }
  all = vm_thread_actions(vm, q->spot.tid, &a);
  if (all == SIZE_MAX || !grow(as, &as->action, &as->action_cap, sizeof *as->action, all + 1)) return SIZE_MAX;
  n = 0;
  for (size_t i = 0; i < all; i++) if (a[i].choice != VM_CRASH) as->action[n++] = a[i];
  return n;
}

static bool explore(Alts *as, AltQuery *q, const Bind *b) {
  VmState *vm = as->rf->run->vm;
  Needs needs = { .n = 0 };
  bool ok = true;
  size_t first = as->n;
  if (ex_tick(as->rf->run) || was_tried(as, q, b, &ok) || !ok) return ok && !as->rf->run->stop;
  VmProbe probe = vm_probe_begin(vm, q->spot.tid, q->spot.local);
  ok = show(as, q, b);
  size_t n = ok ? actions(as, q) : 0;
  if (n == SIZE_MAX) ok = false;
  for (size_t i = 0; ok && i < n; i++) ok = look(as, q, b, as->action[i].choice, &needs);
  vm_probe_end(vm, probe);
  if (!ok) {
    if (!as->rf->run->stop) ex_stop(as->rf->run, vm_limit(vm));
    return false;
  }
  size_t last = as->n;
  for (size_t i = first; ok && i < last; i++) ok = q->found(q, (uint32_t)i);
  for (uint32_t i = 0; ok && i < needs.n; i++) ok = satisfy(as, q, b, &needs.at[i]);
  return ok;
}

bool alts_find(Alts *as, AltQuery *q) {
  uint32_t budget = q->crash ? vm_crash_budget(as->rf->run->vm, q->spot.tid) : UINT32_MAX;
  Bind b;
  bool ok;
  b.nobj = b.nmail = b.nbox = b.njoin = 0;
  if (q->obj != RF_NONE) {
    b.obj[0].obj = q->obj;
    b.obj[0].source = q->source;
    b.nobj = 1;
  }
  q->tried = as->ntried;
  Branch x = { as, q, &b, budget };          /* a crash is only there while the budget lasts */
  if (budget != UINT32_MAX) ok = q->sources(q, budget, pick_obj, &x);
  else if (q->waits) ok = bind_mail(as, q, &b, q->matcher);
  else ok = explore(as, q, &b);
  as->ntried = q->tried;
  return ok;
}
