/* explore/algo/candidates.c -- which sequences an execution shows to be worth running: the candidates (e, e', X).
 *   1. races (e, e') that can be reversed;
 *   2. locks: e' takes a mutex, or waits for it at the end, and e is who took it last;
 *   3. guards: e' is a guard, executed or waiting at the end, and e writes something it may read. With several objects a
 *      write that has nothing to do with e may close the guard again, so every set X of such writes is left out in turn;
 *   4. choices: e' is e with another choice; a crash is one.
 * v = [ k after e in E, not after e or X in happens-before ] . e'  (Abdulla et al.: notdep(e, E) . e'). */
#include <assert.h>
#include <string.h>
#include "explore/algo/step.h"
#include "vm/waits.h"

enum { MAX_EXCLUDED = 12 };                  /* writes to the objects of one guard: 2^n sets */

/* What is left out of v besides what happens after e: the events in X and after them. */
typedef struct { uint32_t at[MAX_EXCLUDED + 1]; uint32_t n; } Excluded;

bool cand_room(Step *st, size_t n) {
  return n <= st->cap_v || mem_grow(st->run->mem, (void **)&st->v, &st->cap_v, sizeof *st->v, n);
}

/* notdep(e, E) without X into st->v. *HASH tells sequences apart that lead to different classes. *TAIL: position after its
 * last event. */
static bool gather(Step *st, uint32_t e, const Excluded *x, uint32_t *n, uint64_t *hash, uint32_t *tail) {
  Hb *hb = &st->hb;
  if (!cand_room(st, hb->n - e + 1u)) return false;
  *n = 0;
  if (hash) *hash = 0;
  for (uint32_t k = e + 1; k < hb->n; k++) {
    if (hb_before(hb, e, k)) continue;
    bool out = false;
    for (uint32_t i = 0; x && i < x->n && !out; i++) out = x->at[i] <= k && hb_before(hb, x->at[i], k);
    if (out) continue;
    const HbEvent *q = &hb->ev[k];
    st->v[(*n)++] = (Act){ .tid = q->tid, .choice = q->choice, .foot = q->foot };
    if (hash) *hash += hb_hash(hb, k);
    if (tail) *tail = k + 1;
  }
  return true;
}

/* --- candidates that must be run to know --- */

static bool more_seen(Step *st, Candidates *c) {
  size_t cap = c->cap ? c->cap * 2 : 8;
  uint64_t *seen = mem_alloc(st->run->mem, cap * sizeof *seen);
  if (!seen) return false;
  for (size_t i = 0; i < c->cap; i++) {
    if (!c->seen[i]) continue;
    size_t at = c->seen[i] >> 32 & (cap - 1);
    while (seen[at]) at = (at + 1) & (cap - 1);
    seen[at] = c->seen[i];
  }
  mem_free(st->run->mem, c->seen, c->cap * sizeof *seen);
  c->seen = seen;
  c->cap = cap;
  return true;
}

bool cand_known(Step *st, StepNode *node, uint64_t h, bool *known) {
  h |= 1;
  if (!node->kept && !(node->kept = mem_alloc(st->run->mem, sizeof *node->kept))) return false;
  Candidates *c = node->kept;
  if ((c->nseen + 1) * 2 > c->cap && !more_seen(st, c)) return false;
  size_t at = h >> 32 & (c->cap - 1);
  while (c->seen[at] && c->seen[at] != h) at = (at + 1) & (c->cap - 1);
  *known = c->seen[at] == h;
  if (!*known) c->seen[at] = h, c->nseen++;
  return true;
}

static size_t size_of(const Candidate *c) { return sizeof *c + ((size_t)c->n + c->nrun) * sizeof(Act); }

#define ALL_CHOICES 0x3ffffffeu              /* no choice has this number */

/* What the thread of F could do in its place: where it has choices others may be there. */
static void instead(const HbEvent *f, Candidate *out) {
  *out = (Candidate){ .tid = f->tid, .choice = f->chooses ? ALL_CHOICES : f->choice, .others = f->chooses };
}

/* Keeps st->v[0 .. n-1], what is run of it behind that, and the last action, for when the search is back at NODE. */
static bool keep(Step *st, StepNode *node, uint32_t n, uint64_t hash, Candidate *like) {
  bool known;
  like->n = n;
  /* Two runs that leave out different choices after the same v: what one leaves out was explored. */
  hash = foot_mix(hash, (uint64_t)like->tid << 33 | (uint64_t)like->others << 32 | (like->others ? 0 : like->choice));
  if (!cand_known(st, node, hash, &known)) return false;
  if (known) return true;
  Candidate *c = mem_alloc(st->run->mem, size_of(like));
  if (!c) return false;
  *c = *like;
  if (n) memcpy(c->v, st->v, (n + c->nrun) * sizeof *c->v);
  Candidates *kept = node->kept;
  if (!kept->first) kept->last = &kept->first;
  *kept->last = c;
  kept->last = &c->next;
  return true;
}

bool cand_keep(Step *st, StepNode *node, uint32_t n, uint64_t hash, const HbEvent *f) {
  Candidate like;
  instead(f, &like);
  return keep(st, node, n, hash, &like);
}

bool cand_keep_others(Step *st, StepNode *node, uint32_t n, uint64_t hash, const HbEvent *f) {
  return keep(st, node, n, hash, &(Candidate){ .tid = f->tid, .choice = f->choice, .others = true });
}

void cand_drop(Step *st, StepNode *node) {
  Mem *m = st->run->mem;
  Candidates *kept = node->kept;
  if (!kept) return;
  for (Candidate *c = kept->first, *next; c; c = next) {
    next = c->next;
    mem_free(m, c, size_of(c));
  }
  mem_free(m, kept->seen, kept->cap * sizeof *kept->seen);
  mem_free(m, kept, sizeof *kept);
  node->kept = NULL;
}

/* --- running them --- */

static bool refused(Step *st, VmStatus s) {
  if (s == VM_NOMEM) ex_stop(st->run, "memory");
  if (s == VM_LIMIT) ex_stop(st->run, vm_limit(st->run->vm));
  return s != VM_OK && s != VM_FAULT;
}

/* What EV is as an action. */
static bool act(Step *st, const VmEvent *ev, Act *out) {
  *out = (Act){ .tid = ev->tid, .choice = ev->choice, .foot = foot_of(&st->feet, ev) };
  if (out->foot == FOOT_NONE) ex_stop(st->run, "memory");
  return !st->run->stop;
}

/* Runs the sequence, or what of it matters for its end, from the node's state; its events get the footprints they have there.
 * False: not all of it can be run, or a limit was met (run->stop). */
static bool walk(Step *st, Candidate *c) {
  VmEvent ev;
  const Act *v = c->v + c->n;
  for (uint32_t i = 0; c->short_way && i < c->nrun; i++)
    if (refused(st, vm_step(st->run->vm, v[i].tid, v[i].choice, &ev))) return false;
  for (uint32_t i = 0; !c->short_way && i < c->n; i++)
    if (refused(st, vm_step(st->run->vm, c->v[i].tid, c->v[i].choice, &ev)) || !act(st, &ev, &c->v[i])) return false;
  return true;
}

/* The action that ends the sequence, as it would happen now. */
static bool last_act(Step *st, const Candidate *c, uint32_t choice, Act *out) {
  VmEvent ev;
  return !refused(st, vm_peek(st->run->vm, c->tid, choice, &ev)) && act(st, &ev, out);
}

/* All actions of the thread but the one to be left out, into st->last. */
static bool last_acts(Step *st, const Candidate *c, size_t *n) {
  const VmAction *a;
  size_t all = c->others ? vm_thread_actions(st->run->vm, c->tid, &a) : 1;
  *n = 0;
  if (all == SIZE_MAX || !mem_grow(st->run->mem, (void **)&st->last, &st->cap_last, sizeof *st->last, all)) {
    ex_stop(st->run, vm_limit(st->run->vm));
    return false;
  }
  for (size_t i = 0; i < all; i++) st->last[i].choice = c->others ? a[i].choice : c->choice;
  for (size_t i = 0; i < all && !ex_tick(st->run); i++) {
    uint32_t choice = st->last[i].choice;
    if (!(c->others && choice == c->choice) && last_act(st, c, choice, &st->last[*n])) ++*n;
  }
  return !st->run->stop;
}

#ifdef DMC_STRESS
/* The N actions found the short way are those found after all of v, whose events do what they did. */
static void check_short_way(Step *st, Candidate *c, VmMark mark, size_t n) {
  Act end = n ? st->last[0] : (Act){ 0 };
  size_t k = 0;
  if (!c->short_way || st->run->stop) return;
  c->short_way = false;
  if (c->n) memcpy(st->v, c->v, c->n * sizeof *c->v);
  bool ok = walk(st, c) && last_acts(st, c, &k);
  for (uint32_t i = 0; i < c->n; i++) assert(st->run->stop || st->v[i].foot == c->v[i].foot);
  assert(st->run->stop || (ok && n == k && (!n || st->last[0].foot == end.foot)));
  vm_restore(st->run->vm, mark);
}
#else
static void check_short_way(Step *st, Candidate *c, VmMark mark, size_t n) { (void)st, (void)c, (void)mark, (void)n; }
#endif

static bool offer_all(Step *st, StepNode *node, Candidate *c, VmMark mark) {
  size_t n = 0;
  bool settled, ok = walk(st, c) && last_acts(st, c, &n);
  vm_restore(st->run->vm, mark);
  if (ok) check_short_way(st, c, mark, n);
  for (size_t i = 0; ok && i < n && !ex_tick(st->run); i++) {      /* offering changes the sequence */
    if (c->n) memcpy(st->v, c->v, c->n * sizeof *st->v);
    st->v[c->n] = st->last[i];
    if (!st->policy->offer(st, node, st->v, c->n + 1, &settled)) return false;
  }
  return !st->run->stop;
}

bool cand_run(Step *st, StepNode *node) {
  VmMark mark = vm_save(st->run->vm);
  bool ok = true;
  for (Candidate *c = node->kept->first, *next; c && ok; c = next) {
    next = c->next;
    ok = cand_room(st, c->n + 1u) && offer_all(st, node, c, mark);
    node->kept->first = next;
    mem_free(st->run->mem, c, size_of(c));
  }
  return ok;
}

/* --- rules 1 and 2: an executed event --- */

/* Does all that F does depend on its thread's past and on what is in the one object that it touches? */
static bool looks_at_one(const HbEvent *f) {
  return (f->kind == EV_RMW || f->kind == EV_TRYLOCK) && !(f->flags & EVF_GUARDED) && !f->chooses && !(f->foot & FOOT_SET);
}

/* To know what F does after v it is enough to run those of v that touch F's object, or belong to its thread, and their past: the
 * others commute behind them. As notdep(e, E) is closed under happens-before, its events do there what they did here.
 * They are put behind st->v[0 .. n-1]. */
static bool shorten(Step *st, uint32_t e, const HbEvent *f, uint32_t n, Candidate *c) {
  Hb *hb = &st->hb;
  uint32_t from = 2 * n;
  if (!cand_room(st, 2 * (size_t)n + 1)) return false;
  if (!mem_grow(st->run->mem, (void **)&st->past, &st->cap_past, sizeof *st->past, hb->stride)) return false;
  clock_copy(st->past, NULL, hb->stride);
  for (uint32_t k = (uint32_t)hb->n, i = n; i > 0 && --k > e;) {
    const HbEvent *q = &hb->ev[k];
    if (hb_before(hb, e, k)) continue;
    i--;
    if (q->tid != f->tid && st->past[q->tid] <= q->index &&
        !foot_dependent(&st->feet, q->tid, q->foot, f->tid, f->foot | ACC_W)) continue;
    st->v[--from] = st->v[i];
    clock_join(st->past, hb_row(hb, k), hb->stride);
  }
  c->short_way = true;
  c->nrun = 2 * n - from;
  memmove(st->v + n, st->v + from, c->nrun * sizeof *st->v);
  return true;
}

bool cand_reversible(const Feet *feet, const HbEvent *e, const HbEvent *f) {
  bool joins = f->kind == EV_JOIN && !(f->flags & EVF_GUARDED);
  if ((f->taken || joins) && !foot_watches(feet, e->foot, f->tid)) return false;
  return f->lock == UINT32_MAX || e->kind != EV_UNLOCK || e->flags & EVF_FAULT;
}

static bool keep_race(Step *st, StepNode *node, uint32_t n, uint64_t hash, uint32_t e, const HbEvent *f) {
  Candidate like;
  instead(f, &like);
  return (!looks_at_one(f) || shorten(st, e, f, n, &like)) && keep(st, node, n, hash, &like);
}

/* Offers v, or keeps it where its last action must be run to be known. */
static bool reverse(Step *st, uint32_t e, const HbEvent *f, bool fixed, bool *settled, uint32_t *tail) {
  uint32_t n;
  uint64_t hash;
  StepNode *node = &st->node[e];
  *settled = false;
  if (!gather(st, e, NULL, &n, fixed ? NULL : &hash, tail)) return false;
  if (!fixed) return keep_race(st, node, n, hash, e, f);
  st->v[n] = (Act){ .tid = f->tid, .choice = f->choice, .foot = f->foot };
  return st->policy->offer(st, node, st->v, n + 1, settled);
}

/* A race of the last event: at once if that settles it, else when the run has ended. What is executed later, and not after
 * e, makes v longer, and a longer v may be worth running where the present one is not. */
static bool race(Step *st, uint32_t e, uint32_t f, bool fixed) {
  bool settled = false;
  if (fixed && st->policy->early && !reverse(st, e, &st->hb.ev[f], true, &settled, NULL)) return false;
  if (settled) return true;
  if (!mem_grow(st->run->mem, (void **)&st->open, &st->cap_open, sizeof *st->open, st->nopen + 1)) return false;
  st->open[st->nopen].e = e;
  st->open[st->nopen].f = f;
  st->open[st->nopen].tail = UINT32_MAX;
  st->open[st->nopen++].fixed = fixed;
  return true;
}

void cand_pop(Step *st, uint32_t to) {
  while (st->nopen && st->open[st->nopen - 1].f >= to) st->nopen--;
}

bool cand_frees(const HbEvent *e) { return e->kind == EV_LOCK || e->kind == EV_TRYLOCK; }

bool cand_event(Step *st, uint32_t at) {
  Hb *hb = &st->hb;
  HbEvent *f = &hb->ev[at];
  for (uint32_t i = 0; i < f->nraces; i++) {
    uint32_t e = hb->race[f->race + i];
    if (cand_reversible(&st->feet, &hb->ev[e], f) && !race(st, e, at, f->fixed && f->lock == UINT32_MAX)) return false;
  }
  if (f->lock == UINT32_MAX || !f->owner) return true;
  uint32_t e = f->owner - 1;                                 /* rule 2 */
  if (hb->ev[e].tid == f->tid || (f->prev && hb_before(hb, e, f->prev - 1))) return true;
  return race(st, e, at, cand_frees(&hb->ev[e]));
}

/* --- rule 3 --- */

static uint32_t objects(const Step *st, Foot guard) {
  VmEvent e;
  FootRoom room;
  foot_get(&st->feet, guard, &room, &e);
  return e.nacc + e.nops;
}

/* All X among the writes X->at[FIXED ..] (FIXED: what is always left out). */
static bool exclude(Step *st, uint32_t e, const HbEvent *f, const Excluded *from, uint32_t fixed) {
  for (uint32_t set = 0; set < 1u << (from->n - fixed) && !ex_tick(st->run); set++) {
    Excluded x = { .n = 0 };
    uint32_t n;
    uint64_t hash;
    for (uint32_t i = 0; i < from->n; i++)
      if (i < fixed || set >> (i - fixed) & 1) x.at[x.n++] = from->at[i];
    if (!gather(st, e, &x, &n, &hash, NULL)) return false;
    if (!cand_keep(st, &st->node[e], n, hash, f)) return false;
  }
  return true;
}

static void too_many(ExRun *run) {
  ex_prune(run, "guards");
  if (!run->result->limit_help)
    run->result->limit_help = arena_printf(run->arena, "a guard waits for several objects, and over %d events write them independently of each other; "
                                           "try --algo stateful", MAX_EXCLUDED);
}

/* F is a guard at position AT, or waiting when AT is the length of the run. */
static bool reverse_guard(Step *st, const HbEvent *f, uint32_t at) {
  Hb *hb = &st->hb;
  bool one = objects(st, f->guard) == 1;
  for (uint32_t e = 0; e < at; e++) {
    const HbEvent *w = &hb->ev[e];
    if (w->tid == f->tid || (f->prev && hb_before(hb, e, f->prev - 1))) continue;
    if (!foot_dependent(&st->feet, w->tid, w->foot, f->tid, f->guard)) continue;
    Excluded x = { .n = 0 };
    if (at < hb->n) x.at[x.n++] = at;
    uint32_t fixed = x.n;
    for (uint32_t k = e + 1; k < hb->n && !one; k++) {
      const HbEvent *o = &hb->ev[k];
      if (o->tid == f->tid || hb_before(hb, e, k) || (at < hb->n && k > at && hb_before(hb, at, k))) continue;
      if (f->prev && hb_before(hb, k, f->prev - 1)) continue;             /* f could not happen without it */
      if (!foot_dependent(&st->feet, o->tid, o->foot, f->tid, f->guard)) continue;
      if (x.n - fixed == MAX_EXCLUDED) { too_many(st->run); break; }
      x.at[x.n++] = k;
    }
    if (!exclude(st, e, f, &x, fixed)) return false;
  }
  return true;
}

/* --- what waits at the end --- */

bool cand_waiting_lock(Step *st, VmTid tid, HbEvent *f, uint32_t *owner) {
  VmWait w = vm_wait(st->run->vm, tid);
  if (w.kind != WAIT_LOCK) return false;
  f->lock = w.lock;
  f->foot = w.lock << 2 | ACC_RW;
  *owner = st->hb.owner[w.lock];
  return *owner && st->hb.ev[*owner - 1].tid != tid;
}

static bool waiting(Step *st, VmTid tid) {
  VmState *vm = st->run->vm;
  Hb *hb = &st->hb;
  uint32_t owner;
  bool settled;
  HbEvent f = { .tid = tid, .chooses = vm_has_choices(vm, tid) || vm_can_crash(vm, tid), .prev = hb->last[tid] ? hb->last[tid] : hb->init, .lock = UINT32_MAX };
  if (vm_is_guard(vm, tid)) {
    f.guard = foot_waits(&st->feet, tid);
    return f.guard != FOOT_NONE && (!f.guard || reverse_guard(st, &f, (uint32_t)hb->n));
  }
  if (!cand_waiting_lock(st, tid, &f, &owner) || hb_known(hb, owner - 1, tid)) return true;
  return reverse(st, owner - 1, &f, cand_frees(&hb->ev[owner - 1]), &settled, NULL);
}

/* --- rule 4 --- */

static bool choose_again(Step *st, uint32_t e) {
  uint32_t n;
  uint64_t hash;
  const HbEvent *x = &st->hb.ev[e];
  if (!gather(st, e, NULL, &n, &hash, NULL)) return false;
  return cand_keep_others(st, &st->node[e], n, hash, x);
}

/* Is notdep(e, E) what it was when the run before ended? */
static bool unchanged(const Step *st, uint32_t e, uint32_t tail) {
  if (tail > st->low) return false;
  for (size_t k = st->low; k < st->hb.n; k++) if (!hb_before(&st->hb, e, (uint32_t)k)) return false;
  return true;
}

static bool open_races(Step *st) {
  bool settled;
  for (size_t i = 0; i < st->nopen; i++) {
    uint32_t e = st->open[i].e, tail = e + 1;
    if (unchanged(st, e, st->open[i].tail)) continue;
    if (!reverse(st, e, &st->hb.ev[st->open[i].f], st->open[i].fixed, &settled, &tail)) return false;
    st->open[i].tail = tail;
  }
  st->low = (uint32_t)st->hb.n;
  return true;
}

bool cand_end(Step *st) {
  Hb *hb = &st->hb;
  if (!open_races(st)) return false;
  for (uint32_t i = 0; i < hb->n && (st->guarded || st->choosy); i++) {
    const HbEvent *f = &hb->ev[i];
    if ((f->guard && !reverse_guard(st, f, i)) || (f->chooses && !choose_again(st, i))) return false;
  }
  for (unsigned t = 0; t < vm_nthreads(st->run->vm) && (st->guarded || hb->locking); t++)
    if (vm_thread(st->run->vm, (VmTid)t) == TH_RUNNING && !waiting(st, (VmTid)t)) return false;
  return true;
}
