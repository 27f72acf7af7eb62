/* explore/algo/dpor.c -- dynamic partial order reduction with persistent sets found on the way.
 * Flanagan, Godefroid, "Dynamic Partial-Order Reduction for Model Checking Software", POPL 2005, Fig. 3.
 *   S = run->path    i -> p = hb_known(i, p)    backtrack(pre(S, i)) = node[i].backtrack
 * At least one execution per Mazurkiewicz class, with repeats; the baseline for the others.
 * Differs from the paper: it considers every event i that the next step of p races with, not the last one only, since a
 * step may touch several objects; a thread that waits for a mutex or a guard counts with what it may read. There are no
 * sleep sets: with them classes are lost. Exploring a thread means all its actions, a crash among them; where only crashes
 * are left each of them is explored. */
#include <string.h>
#include "explore/algo/hb.h"
#include "vm/waits.h"

extern const ExAlgo ex_dpor;

typedef struct { uint64_t bits[4]; } Threads;
typedef struct {
  Threads enabled, backtrack, done;
  uint32_t next, end;            /* actions of the thread being explored: dpor->action[next .. end) */
} DporNode;

typedef struct {
  Feet feet;
  Hb hb;
  DporNode *node; size_t cap;
  VmAction *action; size_t naction, cap_action;
  uint32_t *ahead; size_t cap_ahead;         /* choices of a thread */
  bool arrived;
} Dpor;

static void put(Threads *s, VmTid t) { s->bits[t >> 6] |= (uint64_t)1 << (t & 63); }
static bool has(const Threads *s, VmTid t) { return s->bits[t >> 6] >> (t & 63) & 1; }

static bool open(ExRun *run) {
  Dpor *d = run->self = mem_alloc(run->mem, sizeof *d);
  if (!d) return false;
  feet_init(&d->feet, run->vm, run->mem);
  d->arrived = true;
  return hb_open(&d->hb, run, &d->feet);
}

static void close(ExRun *run) {
  Dpor *d = run->self;
  if (!d) return;
  hb_close(&d->hb);
  feet_deinit(&d->feet);
  mem_free(run->mem, d->node, d->cap * sizeof *d->node);
  mem_free(run->mem, d->action, d->cap_action * sizeof *d->action);
  mem_free(run->mem, d->ahead, d->cap_ahead * sizeof *d->ahead);
  mem_free(run->mem, d, sizeof *d);
}

/* --- races of what is next --- */

/* Fig. 3, lines 6 to 9: thread P might have gone before the event at I. LATER: threads with an event after I that happens
 * before what P does next. */
static void backtrack(Dpor *d, uint32_t i, VmTid p, const Threads *later) {
  DporNode *node = &d->node[i];
  Threads q = *later;
  put(&q, p);
  bool any = false;
  for (int k = 0; k < 4; k++) {
    q.bits[k] &= node->enabled.bits[k];
    if (q.bits[k] & node->backtrack.bits[k]) return;
    any |= q.bits[k] != 0;
  }
  VmTid one = p;
  for (int k = 3; k >= 0 && any && !has(&q, p); k--) if (q.bits[k]) one = (VmTid)(64 * k + __builtin_ctzll(q.bits[k]));
  if (any) put(&node->backtrack, one);
  else for (int k = 0; k < 4; k++) node->backtrack.bits[k] |= node->enabled.bits[k];
}

enum { MAX_FROM = 64 };                      /* messages one event takes or looks at */

/* What thread P would do, or waits for. */
typedef struct {
  VmTid tid;
  Foot foot;
  bool lock, join;               /* plain ones: never enabled together with an unlock, or with the thread joined */
  uint32_t from[MAX_FROM], nfrom;            /* sends, position + 1 */
} Next;

static bool together(const Dpor *d, const HbEvent *e, const Next *x) {
  if (x->lock && e->kind == EV_UNLOCK && !(e->flags & EVF_FAULT)) return false;
  return !x->join || foot_watches(&d->feet, e->foot, x->tid);
}

/* FROM: the sends whose messages it would take or looks at, and could have missed, unless it waits for them. */
static bool sent(const Next *x, uint32_t i) {
  if (x->nfrom == MAX_FROM) return true;                     /* too many to tell */
  for (uint32_t k = 0; k < x->nfrom; k++) if (x->from[k] == i + 1) return true;
  return false;
}

static void against(Dpor *d, const Next *x) {
  Threads later = { { 0 } };
  for (uint32_t i = (uint32_t)d->hb.n; i-- > 0;) {
    const HbEvent *e = &d->hb.ev[i];
    if (e->tid == x->tid) continue;
    if (hb_known(&d->hb, i, x->tid)) put(&later, e->tid);
    else if ((foot_dependent(&d->feet, e->tid, e->foot, x->tid, x->foot) && together(d, e, x)) || sent(x, i)) backtrack(d, i, x->tid, &later);
  }
}

static void senders(Dpor *d, const VmEvent *ev, Next *x) {
  for (uint32_t i = 0; i < ev->nops && x->nfrom < MAX_FROM && !hb_waits_for_message(&d->hb, ev); i++) {
    uint32_t s = hb_sender(&d->hb, ev, i);
    if (s) x->from[x->nfrom++] = s;
  }
}

static bool look_at(ExRun *run, Dpor *d, VmTid p, uint32_t choice) {
  VmEvent ev;
  VmStatus s = vm_peek(run->vm, p, choice, &ev);
  if (s != VM_OK && s != VM_FAULT) return false;
  Next x = { .tid = p, .foot = foot_of(&d->feet, &ev), .lock = ev.kind == EV_LOCK && !(ev.flags & EVF_GUARDED),
             .join = ev.kind == EV_JOIN && !(ev.flags & EVF_GUARDED) };
  if (x.foot == FOOT_NONE) return false;
  senders(d, &ev, &x);
  against(d, &x);
  return true;
}

static bool look_ahead(ExRun *run, Dpor *d, VmTid p) {
  const VmAction *a;
  size_t n = vm_thread_actions(run->vm, p, &a);
  if (n == SIZE_MAX || !mem_grow(run->mem, (void **)&d->ahead, &d->cap_ahead, sizeof *d->ahead, n)) return false;
  for (size_t k = 0; k < n; k++) d->ahead[k] = a[k].choice;
  for (size_t k = 0; k < n && !ex_tick(run); k++) if (!look_at(run, d, p, d->ahead[k])) return false;
  VmWait wait = vm_wait(run->vm, p);
  bool guard = vm_is_guard(run->vm, p);
  if (!guard && wait.kind == WAIT_LOCK) against(d, &(Next){ .tid = p, .foot = wait.lock << 2 | ACC_RW, .lock = true });
  if (!guard) return true;
  Foot may = foot_waits(&d->feet, p);
  if (may == FOOT_NONE) return false;
  against(d, &(Next){ .tid = p, .foot = may });
  return true;
}

/* --- the walk --- */

/* A new state: who can run, who will, and what the others' next steps say about the way here. */
static bool arrive(ExRun *run, Dpor *d) {
  if (!mem_grow(run->mem, (void **)&d->node, &d->cap, sizeof *d->node, run->depth + 1u)) return false;
  DporNode *node = &d->node[run->depth];
  *node = (DporNode){ .next = (uint32_t)d->naction, .end = (uint32_t)d->naction };
  bool end = run->end != END_NONE, picked = false;
  VmTid last = run->depth ? run->path[run->depth - 1].action.tid : 0, pick = 0;
  for (size_t i = 0; i < run->nenabled; i++) {
    VmAction a = run->enabled[i];
    put(&node->enabled, a.tid);
    if (end) put(&node->backtrack, a.tid);
    else if (a.choice != VM_CRASH && (!picked || a.tid == last)) picked = true, pick = a.tid;
  }
  if (picked) put(&node->backtrack, pick);
  if (run->cut) memset(&node->backtrack, 0, sizeof node->backtrack);
  for (unsigned t = 0; t < vm_nthreads(run->vm); t++)
    if (vm_thread(run->vm, (VmTid)t) == TH_RUNNING && !look_ahead(run, d, (VmTid)t)) return false;
  return true;
}

static bool load_actions(ExRun *run, Dpor *d, DporNode *node, VmTid tid) {
  const VmAction *a;
  size_t n = vm_thread_actions(run->vm, tid, &a);
  if (n == SIZE_MAX || !mem_grow(run->mem, (void **)&d->action, &d->cap_action, sizeof *d->action, d->naction + n)) return false;
  if (n) memcpy(d->action + d->naction, a, n * sizeof *a);
  node->next = (uint32_t)d->naction;
  node->end = (uint32_t)(d->naction += n);
  put(&node->done, tid);
  return true;
}

static bool next_thread(const DporNode *node, VmTid *tid) {
  for (int k = 0; k < 4; k++) {
    uint64_t left = node->backtrack.bits[k] & ~node->done.bits[k];
    if (!left) continue;
    *tid = (VmTid)(64 * k + __builtin_ctzll(left));
    return true;
  }
  return false;
}

static ExMove refused(ExRun *run) {
  if (!run->stop) ex_stop(run, vm_limit(run->vm));
  return ex_done();
}

static ExMove next(ExRun *run) {
  Dpor *d = run->self;
  VmTid tid;
  if (d->hb.n != run->depth || (d->arrived && !arrive(run, d))) return refused(run);
  d->arrived = false;
  for (uint32_t at = run->depth;; at--) {
    DporNode *node = &d->node[at];
    d->naction = node->end;
    bool more = next_thread(node, &tid);
    if (at < run->depth && (more || node->next < node->end)) {
      hb_pop(&d->hb, at);
      return ex_back(at);
    }
    if (node->next == node->end && more && !load_actions(run, d, node, tid)) return refused(run);
    if (node->next < node->end) return ex_step(d->action[node->next++]);
    if (at == 0) return ex_done();
  }
}

static bool took(ExRun *run, const VmEvent *ev) {
  Dpor *d = run->self;
  d->arrived = true;
  if (!hb_push(&d->hb, ev)) ex_stop(run, "memory");
  return true;
}

static unsigned count(const Threads *s) {
  unsigned n = 0;
  for (int k = 0; k < 4; k++) n += (unsigned)__builtin_popcountll(s->bits[k]);
  return n;
}

/* A node's known threads share its weight; the last one begun is still being explored. */
static void look(const ExRun *run, ExStats *s) {
  const Dpor *d = run->self;
  double weight = 1;
  s->done = 0;
  for (uint32_t i = 0; i < run->depth && i < d->cap; i++) {
    unsigned known = count(&d->node[i].backtrack), begun = count(&d->node[i].done);
    if (!known || !begun) return;
    weight /= known;
    s->done += weight * (begun - 1);
  }
}

const ExAlgo ex_dpor = {
  .name = "dpor",
  .promises = EX_COMPLETE | EX_INVARIANTS, .needs = EX_NEEDS_FOOTPRINTS,
  .open = open, .next = next, .took = took, .close = close, .look = look,
};
