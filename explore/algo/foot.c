/* explore/algo/foot.c -- see foot.h. */
#include "explore/algo/foot.h"
#include <string.h>
#include "vm/waits.h"

void feet_init(Feet *f, VmState *vm, Mem *m) { *f = (Feet){ .vm = vm, .mem = m }; }

void feet_deinit(Feet *f) {
  mem_free(f->mem, f->set, f->cap * sizeof *f->set);
  mem_free(f->mem, f->acc, f->cap_acc * sizeof *f->acc);
  mem_free(f->mem, f->op, f->cap_op * sizeof *f->op);
  mem_free(f->mem, f->table, f->slots * sizeof *f->table);
}

/* What of an operation others can notice; false: nothing. */
static bool seen(const VmOp *op, VmOp *out) {
  if (op->kind == EV_SEND && !op->copies) return false;
  *out = (VmOp){ .kind = op->kind, .peer = op->peer };
  if (op->kind == EV_SEND || op->kind == EV_RECEIVE) out->msg = op->msg, out->copies = op->copies;
  if (op->kind == EV_RECEIVE || op->kind == EV_AFTER) out->matcher = op->matcher;
  return true;
}

static uint64_t hash_set(const Feet *f, const FootSet *s) {
  uint64_t h = s->nacc;
  for (uint32_t i = 0; i < s->nacc; i++) h = foot_mix(h, f->acc[s->acc + i]);
  for (uint32_t i = 0; i < s->nops; i++) {
    const VmOp *o = &f->op[s->op + i];
    h = foot_mix(h, (uint64_t)o->kind << 40 | (uint64_t)o->peer << 32 | o->msg);
    h = foot_mix(h, (uint64_t)o->copies << 32 | o->matcher);
  }
  return h;
}

static bool same_op(const VmOp *x, const VmOp *y) {
  return x->kind == y->kind && x->peer == y->peer && x->msg == y->msg && x->copies == y->copies && x->matcher == y->matcher;
}

static bool same_set(const Feet *f, const FootSet *x, const FootSet *y) {
  if (x->hash != y->hash || x->nacc != y->nacc || x->nops != y->nops) return false;
  for (uint32_t i = 0; i < x->nacc; i++) if (f->acc[x->acc + i] != f->acc[y->acc + i]) return false;
  for (uint32_t i = 0; i < x->nops; i++) if (!same_op(&f->op[x->op + i], &f->op[y->op + i])) return false;
  return true;
}

static bool grow_table(Feet *f) {
  size_t slots = f->slots ? f->slots * 2 : 64;
  uint32_t *t = mem_alloc(f->mem, slots * sizeof *t);
  if (!t) return false;
  for (uint32_t i = 0; i < f->n; i++) {
    size_t at = f->set[i].hash & (slots - 1);
    while (t[at]) at = (at + 1) & (slots - 1);
    t[at] = i + 1;
  }
  mem_free(f->mem, f->table, f->slots * sizeof *t);
  f->table = t;
  f->slots = slots;
  return true;
}

/* Number of the set written at the end of the pools. */
static Foot intern(Feet *f, FootSet s) {
  if ((f->n + 1) * 2 > f->slots && !grow_table(f)) return FOOT_NONE;
  s.hash = hash_set(f, &s);
  size_t at = s.hash & (f->slots - 1);
  for (; f->table[at]; at = (at + 1) & (f->slots - 1))
    if (same_set(f, &f->set[f->table[at] - 1], &s)) return FOOT_SET | (f->table[at] - 1);
  if (!mem_grow(f->mem, (void **)&f->set, &f->cap, sizeof *f->set, f->n + 1)) return FOOT_NONE;
  f->set[f->n++] = s;
  f->nacc += s.nacc;
  f->nop += s.nops;
  f->table[at] = (uint32_t)f->n;
  return FOOT_SET | (uint32_t)(f->n - 1);
}

Foot foot_of(Feet *f, const VmEvent *ev) {
  if (ev->nops == 0 && ev->nacc <= 1) return ev->nacc ? ev->acc[0] : 0;
  if (ev->nops == 1 && ev->nacc == 0 && (ev->ops[0].kind == EV_JOIN || ev->ops[0].kind == EV_SPAWN))
    return FOOT_LIFE | (ev->ops[0].kind == EV_SPAWN ? FOOT_SPAWN : 0) | ev->ops[0].peer;
  if (!mem_grow(f->mem, (void **)&f->acc, &f->cap_acc, sizeof *f->acc, f->nacc + ev->nacc) ||
      !mem_grow(f->mem, (void **)&f->op, &f->cap_op, sizeof *f->op, f->nop + ev->nops)) return FOOT_NONE;
  FootSet s = { .acc = (uint32_t)f->nacc, .nacc = ev->nacc, .op = (uint32_t)f->nop };
  if (ev->nacc) memcpy(f->acc + f->nacc, ev->acc, ev->nacc * sizeof *f->acc);
  for (uint32_t i = 0; i < ev->nops; i++) s.nops += seen(&ev->ops[i], &f->op[f->nop + s.nops]);
  if (s.nops == 0 && s.nacc <= 1) return s.nacc ? f->acc[f->nacc] : 0;
  return intern(f, s);
}

Foot foot_waits(Feet *f, VmTid tid) {
  VmWaits w;
  if (!vm_waits(f->vm, tid, &w)) return FOOT_NONE;
  return foot_of(f, &(VmEvent){ .acc = w.acc, .nacc = w.nacc, .ops = w.ops, .nops = w.nops });
}

void foot_get(const Feet *f, Foot x, FootRoom *room, VmEvent *out) {
  *out = (VmEvent){ .acc = &room->acc, .ops = &room->op };
  if ((x & FOOT_LIFE) == FOOT_LIFE) {
    room->op = (VmOp){ .kind = x & FOOT_SPAWN ? EV_SPAWN : EV_JOIN, .peer = (VmTid)x };
    out->nops = 1;
  } else if (x & FOOT_SET) {
    const FootSet *s = &f->set[x & ~FOOT_SET];
    out->acc = f->acc + s->acc;
    out->nacc = s->nacc;
    out->ops = f->op + s->op;
    out->nops = s->nops;
  } else if (x) {
    room->acc = x;
    out->nacc = 1;
  }
}

bool foot_watches(const Feet *f, Foot x, VmTid tid) {
  VmEvent a;
  FootRoom room;
  foot_get(f, x, &room, &a);
  for (uint32_t i = 0; i < a.nops; i++) if (a.ops[i].kind == EV_JOIN && a.ops[i].peer == tid) return true;
  return false;
}

bool foot_takes(const Feet *f, Foot send, Foot receive) {
  VmEvent a, b;
  FootRoom ra, rb;
  if (!(send & receive & FOOT_SET) || (send & FOOT_LIFE) == FOOT_LIFE || (receive & FOOT_LIFE) == FOOT_LIFE) return false;
  foot_get(f, send, &ra, &a);
  foot_get(f, receive, &rb, &b);
  for (uint32_t i = 0; i < a.nops; i++)
    for (uint32_t k = 0; k < b.nops; k++)
      if (a.ops[i].kind == EV_SEND && b.ops[k].kind == EV_RECEIVE && a.ops[i].peer == b.ops[k].peer && a.ops[i].msg == b.ops[k].msg) return true;
  return false;
}

static bool is_life(Foot x) { return (x & FOOT_LIFE) == FOOT_LIFE; }

bool foot_dependent_slow(const Feet *f, VmTid s, Foot x, VmTid t, Foot y) {
  if (is_life(x) && (VmTid)x == t) return true;
  if (is_life(y) && (VmTid)y == s) return true;
  if ((is_life(x) && (is_life(y) || !(y & FOOT_SET))) || (is_life(y) && !(x & FOOT_SET))) return false;
  VmEvent a, b;
  FootRoom ra, rb;
  foot_get(f, x, &ra, &a);
  foot_get(f, y, &rb, &b);
  a.tid = s, b.tid = t;
  a.kind = b.kind = EV_READ;
  return ev_dependent(f->vm, &a, &b);
}
