/* explore/algo/hb.c -- see hb.h. */
#include "explore/algo/hb.h"
#include <string.h>

static bool grow(Hb *hb, void *array, size_t *cap, size_t size, size_t want) {
  return want <= *cap || mem_grow(hb->run->mem, array, cap, size, want);
}

bool hb_open(Hb *hb, ExRun *run, Feet *feet) {
  const BcProgram *p = run->program;
  hb->run = run;
  hb->feet = feet;
  for (uint32_t i = 0; i < p->nlocs; i++) hb->locking |= p->leaf_type[i]->kind == T_MUTEX;
  hb->stride = clock_stride(vm_nthreads(run->vm) + CLOCK_LANE - 1);
  hb->write = mem_alloc(run->mem, OBJ_COUNT(p) * sizeof *hb->write);
  hb->reads = mem_alloc(run->mem, OBJ_COUNT(p) * sizeof *hb->reads);
  hb->owner = mem_alloc(run->mem, (p->nlocs + 1) * sizeof *hb->owner);
  return hb->write && hb->reads && hb->owner;
}

static void free_list(Mem *m, HbList *l) { mem_free(m, l->at, l->cap * sizeof *l->at); }

void hb_close(Hb *hb) {
  Mem *m = hb->run ? hb->run->mem : NULL;
  if (!m) return;
  const BcProgram *p = hb->run->program;
  mem_free(m, hb->ev, hb->cap * sizeof *hb->ev);
  mem_free(m, hb->clock, hb->clock_cap * sizeof *hb->clock);
  mem_free(m, hb->race, hb->race_cap * sizeof *hb->race);
  mem_free(m, hb->write, OBJ_COUNT(p) * sizeof *hb->write);
  mem_free(m, hb->reads, OBJ_COUNT(p) * sizeof *hb->reads);
  mem_free(m, hb->owner, (p->nlocs + 1) * sizeof *hb->owner);
  mem_free(m, hb->access, hb->access_cap * sizeof *hb->access);
  mem_free(m, hb->log, hb->log_cap * sizeof *hb->log);
  free_list(m, &hb->direct);
  for (int t = 0; t <= VM_MAX_THREADS; t++) {
    free_list(m, &hb->sends[t]);
    free_list(m, &hb->mail[t]);
    free_list(m, &hb->afters[t]);
    free_list(m, &hb->watch[t]);
  }
}

/* --- lists and the log --- */

static bool add(Hb *hb, HbList *l, uint32_t x) {
  if (!grow(hb, &l->at, &l->cap, sizeof *l->at, l->n + 1)) return false;
  l->at[l->n++] = x;
  return true;
}

static bool note(Hb *hb, HbLogKind kind, VmTid tid, uint32_t at, uint32_t old) {
  if (!grow(hb, &hb->log, &hb->log_cap, sizeof *hb->log, hb->nlog + 1)) return false;
  hb->log[hb->nlog++] = (HbLog){ (uint8_t)kind, tid, at, old };
  return true;
}

static void insert_at(HbList *l, uint32_t at, uint32_t x) {
  memmove(l->at + at + 1, l->at + at, (l->n - at) * sizeof *l->at);
  l->at[at] = x;
  l->n++;
}

static void remove_at(HbList *l, uint32_t at) {
  memmove(l->at + at, l->at + at + 1, (l->n - at - 1) * sizeof *l->at);
  l->n--;
}

static void undo(Hb *hb, const HbLog *l) {
  switch ((HbLogKind)l->kind) {
    case HB_LAST: hb->last[l->tid] = l->old; break;
    case HB_OWNER: hb->owner[l->at] = l->old; break;
    case HB_SEND: hb->sends[l->tid].n--; break;
    case HB_MAIL: hb->mail[l->tid].n--; break;
    case HB_TAKEN: insert_at(&hb->mail[l->tid], l->at, l->old); break;
    case HB_AFTER: hb->afters[l->tid].n--; break;
    case HB_WATCH: hb->watch[l->tid].n--; break;
    case HB_MAILBOX: hb->mail[l->tid].n = l->old; break;
  }
}

void hb_pop(Hb *hb, uint32_t to) {
  if (to >= hb->n) return;
  const HbEvent *e = &hb->ev[to];
  while (hb->naccess > e->accesses) {
    const HbAccess *a = &hb->access[--hb->naccess];
    hb->write[a->obj] = a->old_write;
    hb->reads[a->obj] = a->old_reads;
  }
  while (hb->n > to) {
    const HbEvent *x = &hb->ev[--hb->n];
    hb->last[x->tid] = x->prev;
  }
  while (hb->nlog > e->logs) undo(hb, &hb->log[--hb->nlog]);
  hb->nrace = e->race;
  if (hb->init > to) hb->init = 0;
}

/* --- what the new event depends on directly --- */

static inline bool depends(Hb *hb, uint32_t at) {
  HbList *l = &hb->direct;
  if (l->n < l->cap) { l->at[l->n++] = at; return true; }
  return add(hb, l, at);
}

static bool on_object(Hb *hb, VmAcc a) {
  uint32_t obj = ACC_OBJ(a), w = hb->write[obj];
  if (w && !depends(hb, w - 1)) return false;
  if (!(ACC_MODE(a) & ACC_W)) return true;
  for (uint32_t i = hb->reads[obj]; i; i = hb->access[i - 1].old_reads)
    if (!depends(hb, hb->access[i - 1].at)) return false;
  return true;
}

static bool touch(Hb *hb, VmAcc a, uint32_t at) {
  uint32_t obj = ACC_OBJ(a);
  if (!grow(hb, &hb->access, &hb->access_cap, sizeof *hb->access, hb->naccess + 1)) return false;
  hb->access[hb->naccess++] = (HbAccess){ obj, at, hb->write[obj], hb->reads[obj] };
  if (ACC_MODE(a) & ACC_W) hb->write[obj] = at + 1, hb->reads[obj] = 0;
  else hb->reads[obj] = (uint32_t)hb->naccess;
  return true;
}

static const VmOp *op_of(const Hb *hb, uint32_t at, EvKind kind, VmTid peer, const VmOp *after) {
  VmEvent e;
  FootRoom room;
  foot_get(hb->feet, hb->ev[at].foot, &room, &e);
  for (uint32_t i = 0; i < e.nops; i++)
    if (e.ops[i].kind == kind && e.ops[i].peer == peer && (!after || &e.ops[i] > after)) return &e.ops[i];
  return NULL;
}

static bool matches(const Hb *hb, const VmOp *after, const VmOp *send) {
  return !after->matcher || vm_matches(hb->run->vm, after->matcher, send->msg);
}

/* Sends to one mailbox are ordered, and so are the receives of its thread: the latest that matters is enough. */
static bool after_sends(Hb *hb, const VmOp *op) {
  const HbList *l = &hb->sends[op->peer];
  for (size_t i = l->n; i-- > 0;)
    for (const VmOp *s = NULL; (s = op_of(hb, l->at[i], EV_SEND, op->peer, s));)
      if (matches(hb, op, s)) return depends(hb, l->at[i]);
  return true;
}

static bool send_after(Hb *hb, const VmOp *op) {
  const HbList *l = &hb->afters[op->peer], *sent = &hb->sends[op->peer];
  if (sent->n && !depends(hb, sent->at[sent->n - 1])) return false;
  for (size_t i = l->n; i-- > 0;)
    for (const VmOp *a = NULL; (a = op_of(hb, l->at[i], EV_AFTER, op->peer, a));)
      if (matches(hb, a, op)) return depends(hb, l->at[i]);
  return true;
}

/* The receives of one atomic block find the mailbox without what the block took before; those it only waits for do not. */
static uint32_t place(const VmEvent *ev, uint32_t i) {
  uint32_t pos = ev->ops[i].pos;
  if (ev->ops[i].kind != EV_RECEIVE || i >= ev->nownops) return pos;
  for (uint32_t k = i; k-- > 0;) if (ev->ops[k].kind == EV_RECEIVE && ev->ops[k].pos <= pos) pos++;
  return pos;
}

uint32_t hb_sender(const Hb *hb, const VmEvent *ev, uint32_t op) {
  const HbList *mail = &hb->mail[ev->tid];
  if (ev->ops[op].kind != EV_RECEIVE) return 0;
  uint32_t pos = place(ev, op);
  return pos < mail->n ? mail->at[pos] + 1 : 0;
}

static bool on_op(Hb *hb, const VmEvent *ev, uint32_t i) {
  const VmOp *op = &ev->ops[i];
  uint32_t sender = hb_sender(hb, ev, i);
  switch (op->kind) {
    case EV_SEND: return !op->copies || send_after(hb, op);
    case EV_AFTER: return after_sends(hb, op);
    case EV_RECEIVE: return !sender || depends(hb, sender - 1);
    case EV_JOIN: case EV_SPAWN: return !hb->last[op->peer] || depends(hb, hb->last[op->peer] - 1);
    default: return true;
  }
}

/* The mailbox of a thread that ended or crashed is gone. */
static bool gone(const Hb *hb, VmTid tid) {
  VmThreadStatus s = vm_thread(hb->run->vm, tid);
  return s == TH_ENDED || s == TH_CRASHED;
}

/* What the operation leaves behind for later events. */
static bool leave(Hb *hb, VmTid tid, const VmOp *op, uint32_t at) {
  switch (op->kind) {
    case EV_SEND:
      if (!op->copies) return true;
      if (!add(hb, &hb->sends[op->peer], at) || !note(hb, HB_SEND, op->peer, 0, 0)) return false;
      if (gone(hb, op->peer)) return true;
      for (unsigned i = 0; i < op->copies; i++)
        if (!add(hb, &hb->mail[op->peer], at) || !note(hb, HB_MAIL, op->peer, 0, 0)) return false;
      return true;
    case EV_RECEIVE:
      if (!op->copies || op->pos >= hb->mail[tid].n) return true;
      if (!note(hb, HB_TAKEN, tid, op->pos, hb->mail[tid].at[op->pos])) return false;
      remove_at(&hb->mail[tid], op->pos);
      return true;
    case EV_AFTER: return add(hb, &hb->afters[op->peer], at) && note(hb, HB_AFTER, op->peer, 0, 0);
    case EV_SPAWN:
      if (!note(hb, HB_LAST, op->peer, 0, hb->last[op->peer])) return false;
      hb->last[op->peer] = at + 1;
      return true;
    case EV_JOIN: return gone(hb, op->peer) || (add(hb, &hb->watch[op->peer], at) && note(hb, HB_WATCH, op->peer, 0, 0));
    default: return true;
  }
}

/* --- clocks and races --- */

static bool add_race(Hb *hb, HbEvent *e, uint32_t x) {
  if (!grow(hb, &hb->race, &hb->race_cap, sizeof *hb->race, hb->nrace + 1)) return false;
  hb->race[hb->nrace++] = x;
  e->nraces++;
  return true;
}

/* Of the direct predecessors in other threads, those with nothing between them and the event. */
static bool find_races(Hb *hb, HbEvent *e) {
  const HbList *d = &hb->direct;
  const Clock *before = e->prev ? hb_row(hb, e->prev - 1) : NULL;
  for (size_t i = 0; i < d->n; i++) {
    uint32_t x = d->at[i];
    const HbEvent *ex = &hb->ev[x];
    if (ex->tid == e->tid || (before && before[ex->tid] > ex->index)) continue;
    bool between = false;
    for (size_t k = 0; k < d->n && !between; k++) between = d->at[k] == x ? k < i : hb_before(hb, x, d->at[k]);
    if (between) continue;
    if (!add_race(hb, e, x)) return false;
  }
  return true;
}

static bool make_room(Hb *hb) {
  unsigned threads = vm_nthreads(hb->run->vm);
  if (threads > hb->stride && !clock_widen(hb->run->mem, &hb->clock, &hb->clock_cap, &hb->stride, hb->n, threads)) return false;
  return grow(hb, &hb->ev, &hb->cap, sizeof *hb->ev, hb->n + 1) &&
         grow(hb, &hb->clock, &hb->clock_cap, sizeof *hb->clock, (hb->n + 1) * hb->stride);
}

static bool collect(Hb *hb, const VmEvent *ev, const HbEvent *e) {
  hb->direct.n = 0;
  for (uint32_t i = 0; i < ev->nacc; i++) if (!on_object(hb, ev->acc[i])) return false;
  for (uint32_t i = 0; i < ev->nops; i++) if (!on_op(hb, ev, i)) return false;
  const HbList *w = &hb->watch[ev->tid];
  for (size_t i = w->n; i-- > 0 && w->at[i] >= e->prev;) if (!depends(hb, w->at[i])) return false;
  return true;
}

static void set_clock(Hb *hb, const HbEvent *e, uint32_t at) {
  Clock *c = hb_row(hb, at);
  const Clock *from = e->prev ? hb_row(hb, e->prev - 1) : NULL;
  clock_copy(c, from, hb->stride);
  for (size_t i = 0; i < hb->direct.n; i++) {
    uint32_t x = hb->direct.at[i];
    if (c[hb->ev[x].tid] <= hb->ev[x].index) clock_join(c, hb_row(hb, x), hb->stride);
  }
  c[e->tid] = (Clock)(e->index + 1);
}

/* One access, after which nothing was read: by far the most events. It depends directly on the last write alone, and races
 * with it unless its thread knew of it. */
static bool is_simple(const Hb *hb, const VmEvent *ev) {
  if (ev->nacc != 1 || ev->nops || hb->locking || hb->watch[ev->tid].n || hb->mail[ev->tid].n) return false;
  return !(ACC_MODE(ev->acc[0]) & ACC_W) || !hb->reads[ACC_OBJ(ev->acc[0])];
}

static bool push_simple(Hb *hb, VmAcc a, HbEvent *e, uint32_t at) {
  uint32_t w = hb->write[ACC_OBJ(a)];
  hb->direct.n = 0;
  set_clock(hb, e, at);
  Clock *c = hb_row(hb, at);
  if (w && c[hb->ev[w - 1].tid] <= hb->ev[w - 1].index) {
    clock_join(c, hb_row(hb, w - 1), hb->stride);
    if (!add_race(hb, e, w - 1)) return false;
  }
  return touch(hb, a, at);
}

/* Plain locks and atomic blocks that take a mutex read and write it; an unlock only writes. */
static bool take_locks(Hb *hb, const VmEvent *ev, HbEvent *e, uint32_t at) {
  const BcProgram *p = hb->run->program;
  for (uint32_t i = 0; i < ev->nacc; i++) {
    uint32_t obj = ACC_OBJ(ev->acc[i]);
    if (obj >= p->nlocs) break;
    if (p->leaf_type[obj]->kind != T_MUTEX) continue;
    if (obj == e->lock) e->owner = hb->owner[obj];
    if (ACC_MODE(ev->acc[i]) != ACC_RW) continue;
    if (!note(hb, HB_OWNER, 0, obj, hb->owner[obj])) return false;
    hb->owner[obj] = at + 1;
  }
  return true;
}

static bool remember(Hb *hb, const VmEvent *ev, uint32_t at) {
  for (uint32_t i = 0; i < ev->nacc; i++) if (!touch(hb, ev->acc[i], at)) return false;
  for (uint32_t i = 0; i < ev->nops; i++) if (!leave(hb, ev->tid, &ev->ops[i], at)) return false;
  if (!hb->mail[ev->tid].n || !gone(hb, ev->tid)) return true;
  if (!note(hb, HB_MAILBOX, ev->tid, 0, (uint32_t)hb->mail[ev->tid].n)) return false;
  hb->mail[ev->tid].n = 0;
  return true;
}

static bool is_fixed(const VmEvent *ev) {
  switch ((EvKind)ev->kind) {
    case EV_READ: case EV_WRITE: case EV_DATA: case EV_LOCK: case EV_UNLOCK: case EV_ENTER: case EV_LEAVE: break;
    case EV_SEND: return ev->nacc == 0 && !(ev->flags & EVF_GUARDED);
    default: return false;
  }
  return !(ev->flags & EVF_GUARDED) && ev->nops == 0;
}

bool hb_waits_for_message(const Hb *hb, const VmEvent *ev) {
  return ev->kind == EV_RECEIVE && !(ev->flags & EVF_GUARDED) && ev->nops && !hb->run->program->receives[ev->ops[0].receive].after;
}

uint64_t hb_hash(Hb *hb, uint32_t at) {
  HbEvent *e = &hb->ev[at];
  if (e->hash) return e->hash;
  uint64_t h = foot_mix(foot_mix(e->tid + 1u, e->choice), e->foot);
  const Clock *c = hb_row(hb, at);
  for (uint32_t t = 0; t < hb->stride; t++) if (c[t]) h = foot_mix(h, (uint64_t)t << 16 | c[t]);
  return e->hash = h | 1;
}

static bool push_any(Hb *hb, const VmEvent *ev, HbEvent *e, uint32_t at) {
  if (!collect(hb, ev, e)) return false;
  set_clock(hb, e, at);
  return find_races(hb, e) && remember(hb, ev, at) && (!hb->locking || take_locks(hb, ev, e, at));
}

bool hb_push(Hb *hb, const VmEvent *ev) {
  if (!make_room(hb)) return false;
  uint32_t at = (uint32_t)hb->n, prev = hb->last[ev->tid] ? hb->last[ev->tid] : hb->init;
  bool own = prev && hb->ev[prev - 1].tid == ev->tid;
  HbEvent *e = &hb->ev[at];
  *e = (HbEvent){ .tid = ev->tid, .kind = ev->kind, .flags = ev->flags, .fixed = is_fixed(ev), .taken = hb_waits_for_message(hb, ev), .choice = ev->choice, .pc = ev->pc,
                  .index = own ? hb->ev[prev - 1].index + 1 : 0, .prev = prev,
                  .lock = ev->kind == EV_LOCK && !(ev->flags & EVF_GUARDED) ? ev->lock : UINT32_MAX,
                  .race = (uint32_t)hb->nrace, .accesses = (uint32_t)hb->naccess, .logs = (uint32_t)hb->nlog };
  if (e->index >= HB_MAX_EVENTS) ex_stop(hb->run, "events");
  e->foot = foot_of(hb->feet, ev);
  if (e->foot == FOOT_NONE) return false;
  hb->n++;
  bool ok = is_simple(hb, ev) ? push_simple(hb, ev->acc[0], e, at) : push_any(hb, ev, e, at);
  hb->last[ev->tid] = at + 1;
  if (ev->kind == EV_INIT) hb->init = at + 1;
  return ok;
}
