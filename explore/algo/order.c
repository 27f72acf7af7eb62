/* explore/algo/order.c -- see order.h. */
#include "explore/algo/order.h"
#include <string.h>

static bool grow(Order *o, void *array, size_t *cap, size_t size, size_t want) { return want <= *cap || mem_grow(o->rf->run->mem, array, cap, size, want); }

void order_init(Order *o, Rf *rf, Alts *as) {
  *o = (Order){ .rf = rf, .alts = as };
  real_init(&o->z, rf->run->mem);
  causal_init(&o->causal, rf->run->mem);
}

void order_deinit(Order *o) {
  if (!o->rf || !o->rf->run) return;
  Mem *m = o->rf->run->mem;
  real_deinit(&o->z);
  causal_deinit(&o->causal);
  mem_free(m, o->item, o->item_cap * sizeof *o->item);
  mem_free(m, o->number, o->number_cap * sizeof *o->number);
  mem_free(m, o->alt_number, o->alt_cap * sizeof *o->alt_number);
  mem_free(m, o->seq, o->seq_cap * sizeof *o->seq);
  mem_free(m, o->sim, o->sim_cap * sizeof *o->sim);
  mem_free(m, o->box, o->box_cap * sizeof *o->box);
}

/* --- items --- */

typedef OrderView View;

static View view(const Order *o, uint32_t item) {
  if (item & ALT_SOURCE) {
    const Alt *a = &o->alts->alt[item & ~ALT_SOURCE];
    return (View){ a->tid, a->index, a->prev, a->flags, a->kind, o->alts->acc + a->acc, a->nacc, o->alts->op + a->op, a->nops, a->nownops };
  }
  const RfEvent *e = &o->rf->ev[item];
  uint32_t nacc = e->kind == EV_INIT ? 0 : e->nacc;            /* what init writes are the initial values */
  return (View){ e->tid, e->index, e->prev, e->flags, e->kind, o->rf->acc + e->acc, nacc, o->rf->op + e->op, e->nops, e->nownops };
}

static uint32_t number_of(const Order *o, uint32_t source) {
  return source & ALT_SOURCE ? o->alt_number[source & ~ALT_SOURCE] : o->number[source - 1];
}

OrderView order_view(const Order *o, uint32_t item) { return view(o, o->item[item]); }
uint32_t order_number(const Order *o, uint32_t source) { return number_of(o, source); }

static bool collect(Order *o, const Clock *set, const uint32_t *as, uint32_t n) {
  Rf *rf = o->rf;
  o->set = set;
  o->nitem = 0;
  if (!grow(o, &o->item, &o->item_cap, sizeof *o->item, rf->n + n) || !grow(o, &o->number, &o->number_cap, sizeof *o->number, rf->n + 1) ||
      !grow(o, &o->alt_number, &o->alt_cap, sizeof *o->alt_number, o->alts->n + 1) || !grow(o, &o->seq, &o->seq_cap, sizeof *o->seq, rf->n + n)) return false;
  for (uint32_t i = 0; i < rf->n; i++) {
    bool in = set[rf->ev[i].tid] > rf->ev[i].index;
    o->number[i] = in ? (uint32_t)o->nitem : RF_NONE;
    if (in) o->item[o->nitem++] = i;
  }
  for (uint32_t i = 0; i < n; i++) {
    o->alt_number[as[i]] = (uint32_t)o->nitem;
    o->item[o->nitem++] = ALT_SOURCE | as[i];
  }
  return true;
}

/* --- mailboxes --- */

static bool matches(const Order *o, uint32_t matcher, const VmOp *send) { return !matcher || vm_matches(o->rf->run->vm, matcher, send->msg); }

static const VmOp *send_op(const Order *o, size_t i) {
  View v = view(o, o->item[o->box[i].item]);
  return &v.op[o->box[i].send.op].op;
}

/* All sends to TID, in the order of the items. */
static bool fill_box(Order *o, VmTid tid) {
  o->nbox = 0;
  for (uint32_t i = 0; i < o->nitem; i++) {
    View v = view(o, o->item[i]);
    for (uint32_t k = 0; k < v.nownops; k++) {
      if (v.op[k].op.kind != EV_SEND || v.op[k].op.peer != tid || !v.op[k].op.copies) continue;
      if (!grow(o, &o->box, &o->box_cap, sizeof *o->box, o->nbox + 1)) return false;
      o->box[o->nbox].send = (RfSend){ o->item[i], k };
      o->box[o->nbox].item = i;
      o->box[o->nbox++].left = v.op[k].op.copies;
    }
  }
  return true;
}

/* In the box: the send that operation OP takes or looks at; RF_NONE: its own, or none. */
static uint32_t find_send(const Order *o, const RfOp *op) {
  if (op->op.kind != EV_RECEIVE || op->source == RF_SELF || !op->source) return RF_NONE;
  uint32_t item = number_of(o, op->source);
  for (size_t i = 0; i < o->nbox; i++) if (o->box[i].item == item && o->box[i].send.op == op->sop) return (uint32_t)i;
  return RF_NONE;
}

static bool is_mail(const RfOp *op) { return op->op.kind == EV_RECEIVE || op->op.kind == EV_AFTER; }

/* Edges for one receive of item ME. False: impossible. */
static bool order_receive(Order *o, uint32_t me, const RfOp *op, uint32_t sent) {
  for (uint32_t i = 0; i < o->nbox; i++) {
    if (i == sent || !o->box[i].left || o->box[i].item == me || !matches(o, op->op.matcher, send_op(o, i))) continue;
    uint32_t from = sent == RF_NONE ? me : o->box[sent].item;
    if (from == o->box[i].item) {
      if (o->box[sent].send.op > o->box[i].send.op) return false;
    } else if (!real_edge(&o->z, from, o->box[i].item)) return false;
  }
  return true;
}

/* What the receives of one event take is gone for its later ones; of an event without effect it is back afterwards. What its
 * choices only wait for looks at the mailbox as it was before. */
static bool order_event_mail(Order *o, uint32_t me, const View *v) {
  uint32_t taken[32], n = 0;
  bool ok = true;
  for (uint32_t k = v->nownops; k < v->nops && ok; k++)
    if (is_mail(&v->op[k])) ok = order_receive(o, me, &v->op[k], find_send(o, &v->op[k]));
  for (uint32_t k = 0; k < v->nownops && ok; k++) {
    if (!is_mail(&v->op[k])) continue;
    uint32_t s = find_send(o, &v->op[k]);
    ok = order_receive(o, me, &v->op[k], s);
    if (s == RF_NONE || !o->box[s].left) continue;
    o->box[s].left--;
    if (!v->op[k].op.copies && n < 32) taken[n++] = s;
  }
  while (n) o->box[taken[--n]].left++;
  return ok;
}

static bool receives(const View *v) {
  for (uint32_t k = 0; k < v->nops; k++) if (is_mail(&v->op[k])) return true;
  return false;
}

static RealAnswer order_mail(Order *o) {
  uint64_t done[4] = { 0 };
  for (uint32_t i = 0; i < o->nitem; i++) {
    View first = view(o, o->item[i]);
    if (done[first.tid >> 6] >> (first.tid & 63) & 1 || !receives(&first)) continue;
    done[first.tid >> 6] |= (uint64_t)1 << (first.tid & 63);
    if (!fill_box(o, first.tid)) return REAL_NOMEM;
    for (uint32_t k = i; k < o->nitem; k++) {
      View v = view(o, o->item[k]);
      if (v.tid == first.tid && !order_event_mail(o, k, &v)) return REAL_NO;
    }
  }
  return REAL_YES;
}

/* --- constraints --- */

static bool ends(const View *v) { return v->flags & EVF_ENDED || v->kind == EV_CRASH; }

static bool not_ended(Order *o, uint32_t me, VmTid peer) {
  for (uint32_t i = 0; i < o->nitem; i++) {
    View v = view(o, o->item[i]);
    if (v.tid == peer && i != me && ends(&v) && !real_edge(&o->z, me, i)) return false;
  }
  return true;
}

static bool order_sources(Order *o, uint32_t me, const View *v) {
  if (v->prev && !real_edge(&o->z, o->number[v->prev - 1], me)) return false;
  for (uint32_t i = 0; i < v->nacc; i++) {
    uint32_t s = ACC_MODE(v->acc[i].acc) & ACC_R ? v->acc[i].source : 0;
    if (s && !real_edge(&o->z, number_of(o, s), me)) return false;
  }
  for (uint32_t i = 0; i < v->nops; i++) {
    uint32_t s = v->op[i].source;
    if (s && s != RF_SELF && number_of(o, s) != me && !real_edge(&o->z, number_of(o, s), me)) return false;
  }
  return true;
}

/* READER reads from SOURCE (RF_NONE: the initial value), OTHER writes the object too. */
static RealAnswer one_writer(Order *o, uint32_t reader, uint32_t source, uint32_t other) {
  if (other == reader || other == source) return REAL_YES;
  if (source == RF_NONE) return real_edge(&o->z, reader, other) ? REAL_YES : REAL_NO;
  if (real_before(&o->z, other, source) || real_before(&o->z, reader, other)) return REAL_YES;
  if (real_before(&o->z, other, reader)) return real_edge(&o->z, other, source) ? REAL_YES : REAL_NO;
  if (real_before(&o->z, source, other)) return real_edge(&o->z, reader, other) ? REAL_YES : REAL_NO;
  return real_either(&o->z, other, source, reader, other) ? REAL_YES : REAL_NOMEM;
}

static RealAnswer order_access(Order *o, uint32_t me, const RfAcc *a) {
  Rf *rf = o->rf;
  uint32_t obj = ACC_OBJ(a->acc), source = a->source ? number_of(o, a->source) : RF_NONE;
  RealAnswer x = REAL_YES;
  for (uint32_t w = rf->write[obj]; w && x == REAL_YES; w = rf->acc[w - 1].older) {
    uint32_t other = o->number[rf->acc[w - 1].ev];
    if (other != RF_NONE) x = one_writer(o, me, source, other);
  }
  for (size_t i = o->nitem; i-- > 0 && o->item[i] & ALT_SOURCE && x == REAL_YES;) {
    const RfAcc *b = alts_access(o->alts, o->item[i] & ~ALT_SOURCE, obj);
    if (b && ACC_MODE(b->acc) & ACC_W) x = one_writer(o, me, source, (uint32_t)i);
  }
  return x;
}

static bool order_looks(Order *o, uint32_t me, const View *v) {
  for (uint32_t i = 0; i < v->nops; i++)
    if (v->op[i].op.kind == EV_JOIN && !v->op[i].sop && !not_ended(o, me, v->op[i].op.peer)) return false;
  return true;
}

RealAnswer order_edges(Order *o, const Clock *set, const uint32_t *as, uint32_t n) {
  if (!collect(o, set, as, n) || !real_begin(&o->z, (uint32_t)o->nitem)) return REAL_NOMEM;
  for (uint32_t i = 0; i < o->nitem; i++) {
    View v = view(o, o->item[i]);
    if (!order_sources(o, i, &v) || !order_looks(o, i, &v)) return REAL_NO;
  }
  return o->rf->run->program->sends ? order_mail(o) : REAL_YES;
}

RealAnswer order_constraints(Order *o, const Clock *set, const uint32_t *as, uint32_t n) {
  RealAnswer x = order_edges(o, set, as, n);
  for (uint32_t i = 0; i < o->nitem && x == REAL_YES; i++) {
    View v = view(o, o->item[i]);
    for (uint32_t k = 0; k < v.nacc && x == REAL_YES; k++)
      if (ACC_MODE(v.acc[k].acc) & ACC_R) x = order_access(o, i, &v.acc[k]);
  }
  return x;
}

RealAnswer order_solve(Order *o) { return real_solve(&o->z, o->seq); }

/* --- orders at hand --- */

/* The set as it stood, then the alternatives. */
static uint32_t last_write(const Order *o, uint32_t obj, size_t before) {
  for (size_t i = before; i-- > 0 && o->item[i] & ALT_SOURCE;) {
    const RfAcc *b = alts_access(o->alts, o->item[i] & ~ALT_SOURCE, obj);
    if (b && ACC_MODE(b->acc) & ACC_W) return o->item[i];
  }
  const Rf *rf = o->rf;
  for (uint32_t w = rf->write[obj]; w; w = rf->acc[w - 1].older)
    if (o->number[rf->acc[w - 1].ev] != RF_NONE) return rf->acc[w - 1].ev + 1;
  return 0;
}

/* What its thread's receives have left of the box. */
static bool take_all(Order *o, VmTid tid, size_t before) {
  if (!fill_box(o, tid)) return false;
  for (uint32_t i = 0; i < before; i++) {
    View v = view(o, o->item[i]);
    if (v.tid != tid) continue;
    for (uint32_t k = 0; k < v.nownops; k++) {
      uint32_t s = v.op[k].op.copies ? find_send(o, &v.op[k]) : RF_NONE;
      if (s != RF_NONE && o->box[s].left) o->box[s].left--;
    }
  }
  return true;
}

static bool mail_fits(Order *o, size_t at, const View *v) {
  if (v->nops != 1 || !is_mail(&v->op[0]) || v->op[0].source == RF_SELF || !take_all(o, v->tid, at)) return false;
  uint32_t s = find_send(o, &v->op[0]);
  if (s != RF_NONE && !o->box[s].left) return false;
  for (uint32_t i = 0; i < o->nbox && i != s; i++)
    if (o->box[i].left && o->box[i].item < at && matches(o, v->op[0].op.matcher, send_op(o, i))) return false;
  return true;
}

static bool appended(Order *o, uint32_t n) {
  for (size_t i = o->nitem - n; i < o->nitem; i++) {
    View v = view(o, o->item[i]);
    bool quiet = true;
    for (uint32_t k = 0; k < v.nacc; k++)
      if (ACC_MODE(v.acc[k].acc) & ACC_R && last_write(o, ACC_OBJ(v.acc[k].acc), i) != v.acc[k].source) return false;
    for (uint32_t k = 0; k < v.nops; k++) quiet &= v.op[k].op.kind == EV_SEND || v.op[k].op.kind == EV_SPAWN;
    if (!quiet && !mail_fits(o, i, &v)) return false;
  }
  for (uint32_t i = 0; i < o->nitem; i++) o->seq[i] = i;
  return true;
}

/* A read put in before the first write that must not come before it. */
static bool put_in(Order *o) {
  const Rf *rf = o->rf;
  View v = view(o, o->item[o->nitem - 1]);
  uint32_t after = v.prev, before = (uint32_t)rf->n + 1;       /* positions + 1 */
  if (v.nops || (o->rf->looks && ends(&v))) return false;
  for (uint32_t k = 0; k < v.nacc; k++) {
    if (ACC_MODE(v.acc[k].acc) != ACC_R) return false;
    uint32_t s = v.acc[k].source;
    if (s > after) after = s;
    for (uint32_t w = rf->write[ACC_OBJ(v.acc[k].acc)]; w && rf->acc[w - 1].ev + 1 > s; w = rf->acc[w - 1].older)
      if (o->number[rf->acc[w - 1].ev] != RF_NONE && rf->acc[w - 1].ev + 1 < before) before = rf->acc[w - 1].ev + 1;
  }
  if (after >= before) return false;
  uint32_t n = 0, last = (uint32_t)o->nitem - 1;
  for (uint32_t i = 0; i < last; i++) {
    if (o->item[i] + 1 == before) o->seq[n++] = last;
    o->seq[n++] = i;
  }
  if (n == last) o->seq[n] = last;
  return true;
}

static bool simulate(Order *o) {
  Rf *rf = o->rf;
  size_t objects = OBJ_COUNT(rf->run->program);
  if (!o->sim) {
    if (!grow(o, &o->sim, &o->sim_cap, sizeof *o->sim, 2 * objects)) return false;
    memset(o->sim, 0, o->sim_cap * sizeof *o->sim);
  }
  uint32_t stamp = ++o->stamp;
  for (uint32_t i = 0; i < o->nitem; i++) {
    uint32_t item = o->item[o->seq[i]];
    View v = view(o, item);
    for (uint32_t k = 0; k < v.nacc; k++) {
      uint32_t *cell = o->sim + 2 * ACC_OBJ(v.acc[k].acc), now = cell[0] == stamp ? cell[1] : 0;
      if (ACC_MODE(v.acc[k].acc) & ACC_R && now != v.acc[k].source) return false;
      if (ACC_MODE(v.acc[k].acc) & ACC_W) cell[0] = stamp, cell[1] = item & ALT_SOURCE ? item : item + 1;
    }
    for (uint32_t k = 0; k < v.nops; k++) if (v.op[k].op.kind == EV_JOIN && !v.op[k].sop) return false;
  }
  return true;
}

/* Its past first, then the alternative, then the rest. */
static bool past_first(Order *o) {
  const Rf *rf = o->rf;
  uint32_t alt = o->item[o->nitem - 1] & ~ALT_SOURCE, n = 0, last = (uint32_t)o->nitem - 1;
  if (rf->run->program->sends || o->alts->alt[alt].nops) return false;
  Clock past[VM_MAX_THREADS + 1 + CLOCK_LANE] = { 0 };
  alts_past(o->alts, alt, past);
  for (int rest = 0; rest <= 1; rest++) {
    for (uint32_t i = 0; i < last; i++)
      if ((past[rf->ev[o->item[i]].tid] > rf->ev[o->item[i]].index) != rest) o->seq[n++] = i;
    if (!rest) o->seq[n++] = last;
  }
  return simulate(o);
}

/* What its sources wrote, and what comes after that, as late as can be; then the alternative. */
static bool source_last(Order *o) {
  const Rf *rf = o->rf;
  View v = view(o, o->item[o->nitem - 1]);
  uint32_t n = 0, last = (uint32_t)o->nitem - 1, s = 0;
  if (rf->run->program->sends || v.nops) return false;
  for (uint32_t k = 0; k < v.nacc; k++) if (ACC_MODE(v.acc[k].acc) & ACC_R && v.acc[k].source > s) s = v.acc[k].source;
  if (!s || s & ALT_SOURCE) return false;
  for (int late = 0; late <= 1; late++)
    for (uint32_t i = 0; i < last; i++) if (rf_before(rf, s - 1, o->item[i]) == late) o->seq[n++] = i;
  o->seq[n] = last;
  return simulate(o);
}

/* --- consequences in clocks --- */

static uint32_t causal_source(void *ctx, uint32_t source) { return number_of(ctx, source) + 1; }

/* Rows of the execution; an alternative comes after its past. */
static void fill_rows(Order *o) {
  Causal *c = &o->causal;
  for (uint32_t i = 0; i < o->nitem; i++) {
    View v = view(o, o->item[i]);
    Clock *row = causal_row(c, i);
    c->item[i] = (CausalItem){ .tid = v.tid, .index = v.index, .prev = v.prev ? o->number[v.prev - 1] + 1 : 0, .acc = v.acc, .nacc = v.nacc };
    if (o->item[i] & ALT_SOURCE) {
      clock_copy(row, NULL, c->stride);
      alts_past(o->alts, o->item[i] & ~ALT_SOURCE, row);
      row[v.tid] = (Clock)(v.index + 1);
    } else clock_copy(row, rf_row(o->rf, o->item[i]), c->stride);
  }
}

static bool only_memory(const Order *o) {
  if (o->rf->run->program->sends) return false;
  for (uint32_t i = 0; i < o->nitem; i++) {
    View v = view(o, o->item[i]);
    for (uint32_t k = 0; k < v.nops; k++) if (v.op[k].op.kind == EV_JOIN && !v.op[k].sop) return false;
  }
  return true;
}

/* REAL_BUDGET: it cannot tell. */
static RealAnswer ask_causal(Order *o) {
  bool ok = true;
  if (!only_memory(o)) return REAL_BUDGET;
  if (!causal_begin(&o->causal, (uint32_t)o->nitem, o->rf->stride, OBJ_COUNT(o->rf->run->program))) return REAL_NOMEM;
  fill_rows(o);
  if (!causal_close(&o->causal, causal_source, o, &ok)) return ok ? REAL_NO : REAL_NOMEM;
  causal_order(&o->causal, o->seq);
  return simulate(o) ? REAL_YES : REAL_BUDGET;
}

RealAnswer order_find(Order *o, const Clock *set, const uint32_t *as, uint32_t n) {
  o->asked++;
  if (!collect(o, set, as, n)) return REAL_NOMEM;
  if (appended(o, n) || (n == 1 && (put_in(o) || past_first(o) || source_last(o)))) return REAL_YES;
  RealAnswer causal = ask_causal(o);
  if (causal != REAL_BUDGET) return causal;
  o->hard++;
  RealAnswer x = order_constraints(o, set, as, n);
  return x == REAL_YES ? order_solve(o) : x;
}

void order_actions(const Order *o, VmAction *out) {
  for (uint32_t i = 0; i < o->nitem; i++) {
    uint32_t item = o->item[o->seq[i]];
    const Alt *a = item & ALT_SOURCE ? &o->alts->alt[item & ~ALT_SOURCE] : NULL;
    out[i] = a ? (VmAction){ a->tid, a->choice } : (VmAction){ o->rf->ev[item].tid, o->rf->ev[item].choice };
  }
}
