/* explore/algo/obs.c -- see obs.h. */
#include "explore/algo/obs.h"
#include <string.h>

static bool grow(Obs *o, void *array, size_t *cap, size_t size, size_t want) {
  return want <= *cap || mem_grow(o->run->mem, array, cap, size, want);
}

bool obs_open(Obs *o, ExRun *run, Feet *feet) {
  o->run = run;
  o->feet = feet;
  o->last_write = mem_alloc(run->mem, OBJ_COUNT(run->program) * sizeof *o->last_write);
  o->last_access = mem_alloc(run->mem, OBJ_COUNT(run->program) * sizeof *o->last_access);
  return o->last_write && o->last_access;
}

void obs_close(Obs *o) {
  if (!o->run) return;
  Mem *m = o->run->mem;
  size_t objects = OBJ_COUNT(o->run->program);
  mem_free(m, o->seq, o->cap_seq * sizeof *o->seq);
  mem_free(m, o->row, o->cap_row * sizeof *o->row);
  mem_free(m, o->direct, o->cap_direct * sizeof *o->direct);
  mem_free(m, o->access, o->cap_acc * sizeof *o->access);
  mem_free(m, o->first, o->cap_first * sizeof *o->first);
  mem_free(m, o->read, o->cap_read * sizeof *o->read);
  mem_free(m, o->send, o->cap_send * sizeof *o->send);
  mem_free(m, o->take, o->cap_take * sizeof *o->take);
  mem_free(m, o->look, o->cap_look * sizeof *o->look);
  mem_free(m, o->watch, o->cap_watch * sizeof *o->watch);
  mem_free(m, o->last_write, objects * sizeof *o->last_write);
  mem_free(m, o->last_access, objects * sizeof *o->last_access);
}

bool obs_room(Obs *o, uint32_t n) { return grow(o, &o->seq, &o->cap_seq, sizeof *o->seq, n); }

static bool matches(const Obs *o, uint32_t matcher, uint32_t msg) { return !matcher || vm_matches(o->run->vm, matcher, msg); }

/* --- first pass: who reads from whom, who receives what --- */

static bool note_access(Obs *o, uint32_t j, VmAcc a) {
  uint32_t obj = ACC_OBJ(a), source = ACC_MODE(a) & ACC_R ? o->last_write[obj] : 0;
  if (!grow(o, &o->access, &o->cap_acc, sizeof *o->access, o->nacc + 1)) return false;
  if (source) {
    if (!grow(o, &o->read, &o->cap_read, sizeof *o->read, o->nread + 1)) return false;
    o->read[o->nread++] = (ObsRead){ j, o->access[source - 1].readers };
    o->access[source - 1].readers = (uint32_t)o->nread;
  }
  o->access[o->nacc++] = (ObsAccess){ .ev = j, .obj = obj, .prev = o->last_access[obj], .source = source, .mode = ACC_MODE(a) };
  o->last_access[obj] = (uint32_t)o->nacc;
  if (ACC_MODE(a) & ACC_W) o->last_write[obj] = (uint32_t)o->nacc;
  return true;
}

/* The oldest waiting message like MSG, send + 1. */
static uint32_t find_message(const Obs *o, VmTid tid, uint32_t msg) {
  uint32_t found = 0;
  for (uint32_t s = o->sent[tid]; s; s = o->send[s - 1].prev)
    if (o->send[s - 1].msg == msg && o->send[s - 1].left) found = s;
  return found;
}

static bool note_receive(Obs *o, uint32_t j, VmTid tid, const VmOp *op) {
  uint32_t s = find_message(o, tid, op->msg);
  if (!s) return true;
  if (!grow(o, &o->take, &o->cap_take, sizeof *o->take, o->ntake + 1)) return false;
  o->take[o->ntake++] = (ObsTake){ j, op->matcher, o->send[s - 1].takers, op->copies > 0 };
  o->send[s - 1].takers = (uint32_t)o->ntake;
  if (op->copies) o->send[s - 1].left--;
  return true;
}

static bool note_op(Obs *o, uint32_t j, VmTid tid, const VmOp *op) {
  switch (op->kind) {
    case EV_SEND:
      if (!grow(o, &o->send, &o->cap_send, sizeof *o->send, o->nsend + 1)) return false;
      o->send[o->nsend++] = (ObsSend){ .ev = j, .msg = op->msg, .prev = o->sent[op->peer], .to = op->peer, .copies = op->copies, .left = op->copies };
      o->sent[op->peer] = (uint32_t)o->nsend;
      return true;
    case EV_RECEIVE: return note_receive(o, j, tid, op);
    case EV_AFTER:
      if (!grow(o, &o->look, &o->cap_look, sizeof *o->look, o->nlook + 1)) return false;
      o->look[o->nlook++] = (ObsLook){ j, op->matcher, o->looked[op->peer] };
      o->looked[op->peer] = (uint32_t)o->nlook;
      return true;
    case EV_JOIN:
      if (!grow(o, &o->watch, &o->cap_watch, sizeof *o->watch, o->nwatch + 1)) return false;
      o->watch[o->nwatch++] = (ObsLook){ j, op->peer, 0 };
      return true;
    default: return true;
  }
}

static void clear(Obs *o) {
  for (size_t i = 0; i < o->nacc; i++) o->last_write[o->access[i].obj] = o->last_access[o->access[i].obj] = 0;
  for (size_t i = 0; i < o->nsend; i++) o->sent[o->send[i].to] = 0;
  if (o->nlook) memset(o->looked, 0, sizeof o->looked);
  o->nacc = o->nread = o->nsend = o->ntake = o->nlook = o->nwatch = 0;
}

static bool note_event(Obs *o, uint32_t j) {
  VmEvent e;
  FootRoom room;
  foot_get(o->feet, o->seq[j].foot, &room, &e);
  o->first[j] = (uint32_t)o->nacc;
  for (uint32_t i = 0; i < e.nacc; i++) if (!note_access(o, j, e.acc[i])) return false;
  for (uint32_t i = 0; i < e.nops; i++) if (!note_op(o, j, o->seq[j].tid, &e.ops[i])) return false;
  return true;
}

/* --- second pass: rows --- */

static uint64_t *row_of(const Obs *o, uint32_t j) { return o->row + (size_t)j * o->words; }

static void after(Obs *o, uint32_t j, uint32_t i) {
  uint64_t *row = row_of(o, j);
  const uint64_t *from = row_of(o, i);
  for (uint32_t w = 0; w < o->words; w++) row[w] |= from[w];
  row[i >> 6] |= (uint64_t)1 << (i & 63);
  o->direct[(size_t)j * o->words + (i >> 6)] |= (uint64_t)1 << (i & 63);
}

static void order_access(Obs *o, const ObsAccess *a) {
  if (a->source) after(o, a->ev, o->access[a->source - 1].ev);
  if (!(a->mode & ACC_W)) return;
  for (uint32_t b = a->prev; b; b = o->access[b - 1].prev) {
    const ObsAccess *x = &o->access[b - 1];
    if (x->ev != a->ev && (x->mode & ACC_R || a->readers)) after(o, a->ev, x->ev);
  }
}

/* The receives that took, or looked at, S1 and would have taken S2, which was still there. */
static bool tells_apart(const Obs *o, const ObsTake *r, const ObsSend *s2) {
  uint32_t gone = 0;
  for (uint32_t t = s2->takers; t; t = o->take[t - 1].next) gone += o->take[t - 1].took && &o->take[t - 1] < r;
  return gone < s2->copies && matches(o, r->matcher, s2->msg);
}

static bool observed(const Obs *o, const ObsSend *s1, const ObsSend *s2) {
  for (uint32_t t = s1->takers; t; t = o->take[t - 1].next) if (tells_apart(o, &o->take[t - 1], s2)) return true;
  return false;
}

static void order_send(Obs *o, const ObsSend *s) {
  for (uint32_t p = s->prev; p; p = o->send[p - 1].prev)
    if (o->send[p - 1].ev != s->ev && observed(o, &o->send[p - 1], s)) after(o, s->ev, o->send[p - 1].ev);
  for (uint32_t l = o->looked[s->to]; l; l = o->look[l - 1].prev)
    if (o->look[l - 1].ev < s->ev && matches(o, o->look[l - 1].matcher, s->msg)) after(o, s->ev, o->look[l - 1].ev);
}

typedef struct { uint32_t last[256], send, take; } Pass;      /* how far the second pass is */

static void order_op(Obs *o, uint32_t j, const VmOp *op, Pass *p) {
  switch (op->kind) {
    case EV_SEND: order_send(o, &o->send[p->send++]); break;
    case EV_AFTER:
      for (uint32_t s = o->sent[op->peer]; s; s = o->send[s - 1].prev)
        if (o->send[s - 1].ev < j && matches(o, op->matcher, o->send[s - 1].msg)) after(o, j, o->send[s - 1].ev);
      break;
    case EV_JOIN: if (p->last[op->peer]) after(o, j, p->last[op->peer] - 1); break;
    case EV_SPAWN: p->last[op->peer] = j + 1; break;
    default: break;
  }
}

static void order_event(Obs *o, uint32_t j, Pass *p) {
  VmEvent e;
  FootRoom room;
  VmTid tid = o->seq[j].tid;
  uint32_t prev = p->last[tid] ? p->last[tid] : o->run->program->init_chooses && j ? 1 : 0;
  if (prev) after(o, j, prev - 1);
  for (uint32_t i = o->first[j]; i < o->first[j + 1]; i++) order_access(o, &o->access[i]);
  if (o->seq[j].foot & FOOT_SET) {
    foot_get(o->feet, o->seq[j].foot, &room, &e);
    for (uint32_t i = 0; i < e.nops; i++) order_op(o, j, &e.ops[i], p);
  }
  for (size_t i = 0; i < o->nwatch; i++)
    if (o->watch[i].matcher == tid && o->watch[i].ev < j && o->watch[i].ev >= prev) after(o, j, o->watch[i].ev);
  p->last[tid] = j + 1;
}

/* A receive comes after the send it took: known from the send's side. */
static void order_receives(Obs *o, uint32_t j) {
  for (size_t s = 0; s < o->nsend; s++)
    for (uint32_t t = o->send[s].takers; t; t = o->take[t - 1].next)
      if (o->take[t - 1].ev == j && o->send[s].ev != j) after(o, j, o->send[s].ev);
}

bool obs_compute(Obs *o, uint32_t n) {
  Pass p;
  clear(o);
  o->n = n;
  o->words = (n + 63) / 64 ? (n + 63) / 64 : 1;
  size_t cells = (size_t)(n + 1) * o->words;
  if (!grow(o, &o->first, &o->cap_first, sizeof *o->first, n + 2u) || !grow(o, &o->row, &o->cap_row, sizeof *o->row, cells) ||
      !grow(o, &o->direct, &o->cap_direct, sizeof *o->direct, cells)) return false;
  memset(o->row, 0, cells * sizeof *o->row);
  memset(o->direct, 0, cells * sizeof *o->direct);
  memset(&p, 0, sizeof p);
  for (uint32_t j = 0; j < n; j++) if (!note_event(o, j)) return false;
  o->first[n] = (uint32_t)o->nacc;
  for (uint32_t j = 0; j < n; j++) {
    if (o->ntake) order_receives(o, j);
    order_event(o, j, &p);
  }
  return true;
}

/* --- questions --- */

bool obs_has_before(const Obs *o, uint32_t k, uint32_t from) {
  const uint64_t *row = row_of(o, k);
  uint32_t w = from >> 6;
  if (w >= o->words) return false;
  if (row[w] & ~(uint64_t)0 << (from & 63)) return true;
  while (++w < o->words) if (row[w]) return true;
  return false;
}

bool obs_race(const Obs *o, uint32_t i, uint32_t k) {
  const uint64_t *direct = o->direct + (size_t)k * o->words;
  if (!(direct[i >> 6] >> (i & 63) & 1)) return false;
  for (uint32_t w = 0; w < o->words; w++)
    for (uint64_t left = direct[w]; left; left &= left - 1) {
      uint32_t d = 64 * w + (uint32_t)__builtin_ctzll(left);
      if (d > i && obs_before(o, i, d)) return false;
    }
  return true;
}

/* Memory: true when the edge is unconditional; else observers are told. */
static bool by_access(const Obs *o, uint32_t i, uint32_t k, uint32_t *who, void (*seen)(void *, uint32_t), void *ctx) {
  for (uint32_t b = o->first[k]; b < o->first[k + 1]; b++)
    for (uint32_t a = o->first[i]; a < o->first[i + 1]; a++) {
      const ObsAccess *x = &o->access[a], *y = &o->access[b];
      if (x->obj != y->obj) continue;
      if ((x->mode & ACC_R && y->mode & ACC_W) || y->source == a + 1) return true;
      if (!(x->mode & y->mode & ACC_W)) continue;
      for (uint32_t r = y->readers; r; r = o->read[r - 1].next) {
        if (o->read[r - 1].ev < *who) *who = o->read[r - 1].ev;
        if (seen) seen(ctx, o->read[r - 1].ev);
      }
    }
  return false;
}

static void by_send(const Obs *o, uint32_t i, uint32_t k, uint32_t *who, void (*seen)(void *, uint32_t), void *ctx) {
  for (size_t b = 0; b < o->nsend; b++)
    for (uint32_t a = o->send[b].ev == k ? o->send[b].prev : 0; a; a = o->send[a - 1].prev) {
      if (o->send[a - 1].ev != i) continue;
      for (uint32_t t = o->send[a - 1].takers; t; t = o->take[t - 1].next) {
        if (!tells_apart(o, &o->take[t - 1], &o->send[b])) continue;
        if (o->take[t - 1].ev < *who) *who = o->take[t - 1].ev;
        if (seen) seen(ctx, o->take[t - 1].ev);
      }
    }
}

/* Any reason but two writes or two sends. */
static bool by_operation(const Obs *o, uint32_t i, uint32_t k) {
  VmEvent x, y;
  FootRoom rx, ry;
  VmTid s = o->seq[i].tid, t = o->seq[k].tid;
  if (!((o->seq[i].foot | o->seq[k].foot) & FOOT_SET)) return false;
  foot_get(o->feet, o->seq[i].foot, &rx, &x);
  foot_get(o->feet, o->seq[k].foot, &ry, &y);
  for (uint32_t a = 0; a < x.nops; a++) {
    if ((x.ops[a].kind == EV_SPAWN || x.ops[a].kind == EV_JOIN) && x.ops[a].peer == t) return true;
    for (uint32_t b = 0; b < y.nops; b++) {
      if (x.ops[a].peer != y.ops[b].peer) continue;
      bool found = x.ops[a].kind == EV_AFTER && y.ops[b].kind == EV_SEND, left = x.ops[a].kind == EV_SEND && y.ops[b].kind == EV_AFTER;
      if (found && matches(o, x.ops[a].matcher, y.ops[b].msg)) return true;
      if (left && matches(o, y.ops[b].matcher, x.ops[a].msg)) return true;
    }
  }
  for (uint32_t b = 0; b < y.nops; b++)
    if ((y.ops[b].kind == EV_SPAWN || y.ops[b].kind == EV_JOIN) && y.ops[b].peer == s) return true;
  for (size_t b = 0; b < o->nsend; b++)
    for (uint32_t r = o->send[b].ev == i ? o->send[b].takers : 0; r; r = o->take[r - 1].next)
      if (o->take[r - 1].ev == k) return true;
  return false;
}

uint32_t obs_observer(const Obs *o, uint32_t i, uint32_t k, void (*seen)(void *, uint32_t), void *ctx) {
  uint32_t who = OBS_NOBODY;
  if (by_operation(o, i, k) || by_access(o, i, k, &who, seen, ctx)) return OBS_NOBODY;
  if (o->nsend) by_send(o, i, k, &who, seen, ctx);
  return who;
}

static bool op_commutes(const Obs *o, const Act *b, const VmOp *op, uint32_t from) {
  switch (op->kind) {
    case EV_SEND: {
      ObsSend s = { .msg = op->msg, .to = op->peer, .copies = op->copies };
      for (uint32_t p = o->sent[op->peer]; p; p = o->send[p - 1].prev)
        if (o->send[p - 1].ev >= from && observed(o, &o->send[p - 1], &s)) return false;
      for (uint32_t l = o->looked[op->peer]; l; l = o->look[l - 1].prev)
        if (o->look[l - 1].ev >= from && matches(o, o->look[l - 1].matcher, op->msg)) return false;
      return true;
    }
    case EV_AFTER:
      for (uint32_t p = o->sent[b->tid]; p; p = o->send[p - 1].prev)
        if (o->send[p - 1].ev >= from && matches(o, op->matcher, o->send[p - 1].msg)) return false;
      return true;
    case EV_JOIN:
      for (uint32_t j = from; j < o->n; j++) if (o->seq[j].tid == op->peer) return false;
      return true;
    default: return true;
  }
}

bool obs_commutes(const Obs *o, const Act *b, uint32_t from) {
  VmEvent e;
  FootRoom room;
  foot_get(o->feet, b->foot, &room, &e);
  for (uint32_t i = 0; i < e.nacc; i++) {
    uint32_t obj = ACC_OBJ(e.acc[i]), w = o->last_write[obj];
    if (ACC_MODE(e.acc[i]) & ACC_R && w && o->access[w - 1].ev >= from) return false;
    for (uint32_t a = o->last_access[obj]; a && ACC_MODE(e.acc[i]) & ACC_W && o->access[a - 1].ev >= from; a = o->access[a - 1].prev)
      if (o->access[a - 1].mode & ACC_R) return false;
  }
  for (uint32_t i = 0; i < e.nops; i++) if (!op_commutes(o, b, &e.ops[i], from)) return false;
  for (size_t i = 0; i < o->nwatch; i++) if (o->watch[i].matcher == b->tid && o->watch[i].ev >= from) return false;
  return true;
}
