/* explore/algo/lazy.c -- one planned execution per Mazurkiewicz class, in any order, by several workers.
 * After Metzler, "Lazy POR for the Verification of Distributed Programs", thesis, TU Darmstadt 2014: executions are planned as
 * constraint systems, run without interruption and analysed afterwards; what is covered stays fixed, the rest is varied. But
 * one event at a time is varied, in the order of the execution, by its whole history, which makes it exact and terminating.
 *
 *   C = A of the node      the covered constraint system, u1 of the thesis; closed under happens-before
 *   e                      the decided event;  hist(e): the event with all that happens before it
 *   variation              a race (e, d) reversed:  [ k in C, or before d, or before e; not e, d ] . d . e
 *   split at dependency    of what was run only C and the history of e are kept; the rest is decided anew
 *
 * A lock is decided by who takes the mutex next. Guards are failing reads. A crash is decided before the event it replaces.
 * What d and e do in their new places is only known when they are run there, so a variation is a task that may be dropped at
 * its end; where they have choices it becomes one task for each. */
#include <assert.h>
#include <string.h>
#include "explore/algo/plan.h"
#include "explore/algo/step.h"
#include "vm/probe.h"
#include "vm/waits.h"

extern const ExAlgo ex_lazy;

#define ANY_CHOICE 0x3ffffffeu               /* no choice has this number */
/* How many of a task's last actions may do something else than before; CERTAIN: none, and its history is known. */
enum { MODE_CERTAIN = 0, MODE_NO_CRASH = 255 };

typedef struct { uint32_t *at; size_t n, cap; } Positions;
typedef struct {
  Feet feet;
  Hb hb;
  Hist *hist; size_t hist_cap;               /* per event */
  bool *first; size_t first_cap;             /* per event: the first action its thread had there */
  Positions at[VM_MAX_THREADS + 1];          /* of a thread's events */
  uint32_t *entry; size_t entry_cap;         /* per event: the node that decides it, index + 1 in the path */
  bool *in; size_t in_cap;                   /* per event: part of the sequence being made */
  bool branches; uint32_t first_choice;      /* of the step about to be taken */
  bool choosy;
} Lazy;

static bool grow(Plan *pl, void *array, size_t *cap, size_t size, size_t want) { return want <= *cap || mem_grow(pl->run->mem, array, cap, size, want); }
static uint32_t position(const Lazy *z, VmTid tid, uint32_t index) { return index < z->at[tid].n ? z->at[tid].at[index] : UINT32_MAX; }

/* --- the walk --- */

static bool before(Plan *pl, VmTid tid) {
  Lazy *z = pl->more;
  const VmAction *a;
  z->branches = z->choosy && vm_has_choices(pl->run->vm, tid);
  if (!z->branches) return true;
  size_t n = vm_thread_actions(pl->run->vm, tid, &a);
  z->first_choice = n && n != SIZE_MAX ? a[0].choice : 0;
  return n != SIZE_MAX;
}

/* The same for equal pasts, whatever the order: a sum over the immediate predecessors in other threads, which are races. */
static Hist add_pred(Hist sum, Hist pred) {
  Hist x = hist_mix(pred, 11);
  return (Hist){ sum.a + x.a, sum.b + x.b };
}

static Hist history(const Lazy *z, const HbEvent *e, const ExRun *run, Hist sum) {
  Hist h = e->prev ? z->hist[e->prev - 1] : (Hist){ 1, 2 };
  h = hist_mix(hist_mix(hist_mix(h, vm_thread_key(run->vm, e->tid)), e->index), vm_choice_key(run->vm, e->choice));
  return hist_join(h, sum);
}

static bool push(Plan *pl, const VmEvent *ev) {
  Lazy *z = pl->more;
  Positions *at = &z->at[ev->tid];
  uint32_t n = (uint32_t)z->hb.n;
  if (!hb_push(&z->hb, ev) || !plan_wide(pl, vm_nthreads(pl->run->vm))) return false;
  if (!grow(pl, &z->hist, &z->hist_cap, sizeof *z->hist, n + 1) || !grow(pl, &z->first, &z->first_cap, sizeof *z->first, n + 1) ||
      !grow(pl, &at->at, &at->cap, sizeof *at->at, at->n + 1)) return false;
  HbEvent *e = &z->hb.ev[n];
  e->branches = z->branches;
  z->first[n] = !z->branches || ev->choice == z->first_choice;
  at->at[at->n++] = n;
  Hist sum = { 0, 0 };
  for (uint32_t i = 0; i < e->nraces; i++) sum = add_pred(sum, z->hist[z->hb.race[e->race + i]]);
  z->hist[n] = history(z, e, pl->run, sum);
  return true;
}

static void pop(Plan *pl, uint32_t to) {
  Lazy *z = pl->more;
  for (size_t i = z->hb.n; i-- > to;) z->at[z->hb.ev[i].tid].n--;
  hb_pop(&z->hb, to);
}

/* --- variations --- */

static bool key_known(Plan *pl, size_t entry, Hist a, Hist b, uint64_t salt, bool *ok) {
  return plan_seen(pl, pl->path[entry].node, hist_mix(hist_join(a, b), salt), ok);
}

static void mark_before(Lazy *z, uint32_t e) {
  for (uint32_t k = 0; k <= e; k++) z->in[k] |= hb_before(&z->hb, k, e);
}

/* The events of C, and of those marked already. */
static bool mark_covered(Plan *pl, size_t entry) {
  Lazy *z = pl->more;
  const Clock *c = plan_set(pl, entry);
  if (!grow(pl, &z->in, &z->in_cap, sizeof *z->in, z->hb.n + 1)) return false;
  for (uint32_t k = 0; k < z->hb.n; k++) z->in[k] = c[z->hb.ev[k].tid] > z->hb.ev[k].index;
  return true;
}

/* A task: what is marked, then the actions LAST. */
static bool add_task(Plan *pl, size_t entry, const VmAction *last, uint32_t nlast, uint32_t mode) {
  const Lazy *z = pl->more;
  uint32_t n = 0;
  for (uint32_t k = 0; k < z->hb.n; k++) n += z->in[k];
  PlanTask *t = plan_task(pl, pl->path[entry].node, n + nlast);
  if (!t) return false;
  n = 0;
  for (uint32_t k = 0; k < z->hb.n; k++) if (z->in[k]) t->a[n++] = (VmAction){ z->hb.ev[k].tid, z->hb.ev[k].choice };
  for (uint32_t i = 0; i < nlast; i++) t->a[n++] = last[i];
  t->mode = mode;
  return plan_add(pl, t);
}

/* What the thread of the event does in another place: where it has choices all of them are tried there. */
static VmAction elsewhere(const HbEvent *e) { return (VmAction){ e->tid, e->branches && e->choice != VM_CRASH ? ANY_CHOICE : e->choice }; }

/* --- events that do the same everywhere: their history in another place is known without going there --- */

typedef struct { uint32_t at[VM_MAX_THREADS + 1], n; } Preds;

static bool covered_by(const Lazy *z, const Preds *p, uint32_t prev, uint32_t k) {
  if (prev && hb_before(&z->hb, k, prev - 1)) return true;
  for (uint32_t i = 0; i < p->n; i++) if (hb_before(&z->hb, k, p->at[i])) return true;
  return false;
}

/* The immediate predecessors of X in other threads after what is marked. FIRST: what comes before these is not asked for. */
static void find_preds(const Lazy *z, const HbEvent *x, const Preds *first, uint32_t first_prev, Preds *out) {
  out->n = 0;
  for (uint32_t k = (uint32_t)z->hb.n; k-- > 0;) {
    const HbEvent *y = &z->hb.ev[k];
    if (!z->in[k] || y->tid == x->tid || !foot_dependent(&z->feet, y->tid, y->foot, x->tid, x->foot)) continue;
    if (!covered_by(z, out, x->prev, k) && !(first && covered_by(z, first, first_prev, k))) out->at[out->n++] = k;
  }
}

/* Of e after what is marked and d. */
static Hist foresee(const Lazy *z, const ExRun *run, const HbEvent *e, const HbEvent *d) {
  Preds of_d, of_e;
  Hist sum = { 0, 0 };
  find_preds(z, d, NULL, 0, &of_d);
  for (uint32_t i = 0; i < of_d.n; i++) sum = add_pred(sum, z->hist[of_d.at[i]]);
  Hist after = add_pred((Hist){ 0, 0 }, history(z, d, run, sum));
  find_preds(z, e, &of_d, d->prev, &of_e);
  for (uint32_t i = 0; i < of_e.n; i++) after = add_pred(after, z->hist[of_e.at[i]]);
  return history(z, e, run, after);
}

static bool is_certain(const HbEvent *e) { return e->fixed && e->lock == UINT32_MAX && !e->branches; }

/* The race (e, d) the other way round. */
static bool reverse(Plan *pl, size_t entry, uint32_t e, uint32_t d) {
  Lazy *z = pl->more;
  bool ok = true, certain = is_certain(&z->hb.ev[e]) && is_certain(&z->hb.ev[d]) && pl->path[entry].what.kind == NODE_EVENT;
  if (!certain && (key_known(pl, entry, z->hist[e], z->hist[d], 1, &ok) || !ok)) return ok;
  if (!mark_covered(pl, entry)) return false;
  mark_before(z, e);
  mark_before(z, d);
  z->in[e] = z->in[d] = false;
  if (certain) {
    if (plan_seen(pl, pl->path[entry].node, foresee(z, pl->run, &z->hb.ev[e], &z->hb.ev[d]), &ok) || !ok) return ok;
    VmAction known[2] = { { z->hb.ev[d].tid, z->hb.ev[d].choice }, { z->hb.ev[e].tid, z->hb.ev[e].choice } };
    return add_task(pl, entry, known, 2, MODE_CERTAIN);
  }
  VmAction last[2] = { elsewhere(&z->hb.ev[d]), elsewhere(&z->hb.ev[e]) };
  return add_task(pl, entry, last, 2, 2);
}

/* d is in the history of e and does something else where others did before it. Where k comes after d, k may also come before it,
 * and the history of e is another one:  [ C, before k, before e; not e, d, k ] . k . d . e */
static bool reverse_within(Plan *pl, size_t entry, uint32_t e, uint32_t d, uint32_t k) {
  Lazy *z = pl->more;
  bool ok = true;
  if (key_known(pl, entry, z->hist[e], hist_join(z->hist[d], z->hist[k]), 6, &ok) || !ok) return ok;
  if (!mark_covered(pl, entry)) return false;
  mark_before(z, e);
  mark_before(z, k);
  z->in[e] = z->in[d] = z->in[k] = false;
  VmAction last[3] = { elsewhere(&z->hb.ev[k]), elsewhere(&z->hb.ev[d]), elsewhere(&z->hb.ev[e]) };
  return add_task(pl, entry, last, 3, 3);
}

/* C, what leads to PREV (position + 1), then the action. */
static bool instead(Plan *pl, size_t entry, uint32_t prev, VmAction a, uint64_t salt) {
  Lazy *z = pl->more;
  bool ok = true;
  Hist h = prev ? z->hist[prev - 1] : (Hist){ 1, 2 };
  if (key_known(pl, entry, h, (Hist){ a.tid, a.choice }, salt, &ok) || !ok) return ok;
  if (!mark_covered(pl, entry)) return false;
  if (prev) mark_before(z, prev - 1);
  return add_task(pl, entry, &a, 1, 1);
}

static bool without_crash(Plan *pl, size_t entry) {
  bool ok = true;
  if (key_known(pl, entry, plan_no_crash, plan_no_crash, 4, &ok) || !ok) return ok;
  return mark_covered(pl, entry) && add_task(pl, entry, NULL, 0, MODE_NO_CRASH);
}

/* --- locks --- */

static bool writes(const Lazy *z, const HbEvent *e, uint32_t obj) {
  VmEvent ev;
  FootRoom room;
  foot_get(&z->feet, e->foot, &room, &ev);
  for (uint32_t i = 0; i < ev.nacc; i++) if (ACC_OBJ(ev.acc[i]) == obj) return ACC_MODE(ev.acc[i]) & ACC_W;
  return false;
}

/* Who takes the mutex of a node next, in this execution; UINT32_MAX: nobody. */
static uint32_t taker(const Plan *pl, size_t entry) {
  const Lazy *z = pl->more;
  const Clock *c = plan_set(pl, entry);
  for (uint32_t k = 0; k < z->hb.n; k++)
    if (c[z->hb.ev[k].tid] <= z->hb.ev[k].index && writes(z, &z->hb.ev[k], pl->path[entry].what.mutex)) return k;
  return UINT32_MAX;
}

/* Does what leads to PREV take the mutex? */
static bool taken_before(const Plan *pl, size_t entry, uint32_t prev) {
  const Lazy *z = pl->more;
  const Clock *c = plan_set(pl, entry);
  for (uint32_t k = 0; prev && k < prev; k++)
    if (c[z->hb.ev[k].tid] <= z->hb.ev[k].index && hb_before(&z->hb, k, prev - 1) && writes(z, &z->hb.ev[k], pl->path[entry].what.mutex)) return true;
  return false;
}

static bool next_owner(Plan *pl, size_t entry, VmTid tid, uint32_t prev) {
  return taken_before(pl, entry, prev) || instead(pl, entry, prev, (VmAction){ tid, 0 }, 2);
}

static bool next_owners(Plan *pl, size_t entry, uint32_t low) {
  Lazy *z = pl->more;
  VmState *vm = pl->run->vm;
  const Clock *c = plan_set(pl, entry);
  uint32_t m = pl->path[entry].what.mutex;
  for (uint32_t k = low; k < z->hb.n; k++) {
    const HbEvent *e = &z->hb.ev[k];
    if (e->lock == m && e->index >= c[e->tid] && !next_owner(pl, entry, e->tid, e->prev)) return false;
  }
  for (unsigned t = 0; t < vm_nthreads(vm); t++) {
    if (vm_thread(vm, (VmTid)t) != TH_RUNNING) continue;
    VmWait w = vm_wait(vm, (VmTid)t);
    if (w.kind == WAIT_LOCK && w.lock == m && !next_owner(pl, entry, (VmTid)t, z->hb.last[t] ? z->hb.last[t] : z->hb.init)) return false;
  }
  return true;
}

/* The event at E took a mutex without waiting for it (a trylock, an atomic block). Somebody who waits for it could have come
 * first: its lock is no race with E, for it comes after the unlock or never. */
static bool lock_first(Plan *pl, size_t entry, uint32_t e, VmTid tid, uint32_t prev) {
  Lazy *z = pl->more;
  bool ok = true;
  Hist h = hist_mix(prev ? z->hist[prev - 1] : (Hist){ 1, 2 }, vm_thread_key(pl->run->vm, tid));
  if (tid == z->hb.ev[e].tid || (prev && hb_before(&z->hb, e, prev - 1)) || key_known(pl, entry, z->hist[e], h, 5, &ok) || !ok) return ok;
  if (!mark_covered(pl, entry)) return false;
  mark_before(z, e);
  if (prev) mark_before(z, prev - 1);
  z->in[e] = false;
  VmAction last[2] = { { tid, 0 }, elsewhere(&z->hb.ev[e]) };
  return add_task(pl, entry, last, 2, 2);
}

static bool locks_first(Plan *pl, size_t entry, uint32_t at, uint32_t low) {
  Lazy *z = pl->more;
  VmState *vm = pl->run->vm;
  for (uint32_t k = low; k < z->hb.n; k++) {
    const HbEvent *c = &z->hb.ev[k];
    if (k > at && c->lock != UINT32_MAX && writes(z, &z->hb.ev[at], c->lock) && !lock_first(pl, entry, at, c->tid, c->prev)) return false;
  }
  for (unsigned t = 0; t < vm_nthreads(vm); t++) {
    if (vm_thread(vm, (VmTid)t) != TH_RUNNING) continue;
    VmWait w = vm_wait(vm, (VmTid)t);
    if (w.kind == WAIT_LOCK && writes(z, &z->hb.ev[at], w.lock) && !lock_first(pl, entry, at, (VmTid)t, z->hb.last[t] ? z->hb.last[t] : z->hb.init)) return false;
  }
  return true;
}

/* --- nodes --- */

static bool event_node(Plan *pl, uint32_t at) {
  Lazy *z = pl->more;
  const HbEvent *e = &z->hb.ev[at];
  bool crash = e->kind == EV_CRASH;
  if (!plan_crash_node(pl, e->tid, e->index, crash ? z->hist[at] : plan_no_crash)) return false;
  bool waits = e->lock != UINT32_MAX && writes(z, e, e->lock);
  if (!crash && !plan_node(pl, (PlanWhat){ .kind = waits ? NODE_LOCK : NODE_EVENT, .tid = e->tid, .index = e->index, .mutex = e->lock }, z->hist[at])) return false;
  clock_join(pl->done, hb_row(&z->hb, at), pl->stride < z->hb.stride ? pl->stride : z->hb.stride);
  return true;
}

static bool crashed(Plan *pl, VmTid tid, uint32_t index) {
  const Lazy *z = pl->more;
  uint32_t at = position(z, tid, index);
  return at != UINT32_MAX && z->hb.ev[at].kind == EV_CRASH;
}

static bool new_nodes(Plan *pl) {
  Lazy *z = pl->more;
  VmState *vm = pl->run->vm;
  plan_crashes(pl);
  for (uint32_t i = 0; i < z->hb.n; i++)
    if (z->hb.ev[i].index >= pl->done[z->hb.ev[i].tid] && !event_node(pl, i)) return false;
  for (unsigned t = 0; pl->crashes && t < vm_nthreads(vm); t++)
    if (vm_thread(vm, (VmTid)t) == TH_RUNNING && !plan_crash_node(pl, (VmTid)t, (uint32_t)z->at[t].n, plan_no_crash)) return false;
  return true;
}

/* Which node decides each event. */
static bool find_entries(Plan *pl) {
  Lazy *z = pl->more;
  if (!grow(pl, &z->entry, &z->entry_cap, sizeof *z->entry, z->hb.n + 1)) return false;
  memset(z->entry, 0, z->hb.n * sizeof *z->entry);
  for (size_t i = 0; i < pl->npath; i++) {
    const PlanWhat *w = &pl->path[i].what;
    uint32_t at = w->kind == NODE_LOCK ? taker(pl, i) : position(z, w->tid, w->index);
    if (at == UINT32_MAX || (w->kind == NODE_CRASH) != (z->hb.ev[at].kind == EV_CRASH)) continue;
    z->entry[at] = (uint32_t)i + 1;
  }
  return true;
}

static uint32_t prev_of(const Lazy *z, VmTid tid, uint32_t index) {
  if (index) return position(z, tid, index - 1) + 1;
  if (z->at[tid].n) return z->hb.ev[z->at[tid].at[0]].prev;
  return z->hb.last[tid] ? z->hb.last[tid] : z->hb.init;
}

/* What a node shows by itself. LOW: events from there on are new to it. */
static bool ask(Plan *pl, size_t entry, bool made, uint32_t low) {
  Lazy *z = pl->more;
  const PlanWhat w = pl->path[entry].what;
  uint32_t at = position(z, w.tid, w.index), prev = prev_of(z, w.tid, w.index);
  switch ((PlanKind)w.kind) {
    case NODE_LOCK: return next_owners(pl, entry, low);
    case NODE_CRASH:
      if (!made) return true;
      if (at != UINT32_MAX && z->hb.ev[at].kind == EV_CRASH && !without_crash(pl, entry)) return false;
      return instead(pl, entry, prev, (VmAction){ w.tid, VM_CRASH }, 3);
    case NODE_EVENT:
      if (z->hb.locking && z->hb.ev[at].kind != EV_UNLOCK && !locks_first(pl, entry, at, low)) return false;
      return !made || !z->hb.ev[at].branches || instead(pl, entry, prev, (VmAction){ w.tid, ANY_CHOICE }, 3);
    case NODE_FINAL: break;
  }
  return true;
}

static bool races(Plan *pl, size_t old) {
  Lazy *z = pl->more;
  Hb *hb = &z->hb;
  for (uint32_t d = 0; d < hb->n && !ex_tick(pl->run); d++)
    for (uint32_t i = 0; i < hb->ev[d].nraces; i++) {
      uint32_t e = hb->race[hb->ev[d].race + i], entry = z->entry[e];
      if (!entry || (entry - 1 < old && d < pl->low) || !cand_reversible(&z->feet, &hb->ev[e], &hb->ev[d])) continue;
      if (!reverse(pl, entry - 1, e, d)) return false;
    }
  return true;
}

/* Nothing in the history of E but K and E comes after D. */
static bool last_but(const Hb *hb, uint32_t d, uint32_t k, uint32_t e) {
  for (uint32_t x = d + 1; x < e; x++) if (x != k && hb_before(hb, d, x) && hb_before(hb, x, e)) return false;
  return true;
}

/* The race (d, k), seen from all decided events in whose history d is and is not covered. */
static bool race_within(Plan *pl, uint32_t d, uint32_t k, size_t old) {
  Lazy *z = pl->more;
  Hb *hb = &z->hb;
  for (uint32_t e = d + 1; e < hb->n; e++) {
    uint32_t entry = z->entry[e];
    if (!entry || e == k || !hb_before(hb, d, e) || hb_before(hb, e, k)) continue;
    if (entry - 1 < old && k < pl->low && pl->path[entry - 1].node != pl->task->node) continue;
    if (hb->ev[d].index < plan_set(pl, entry - 1)[hb->ev[d].tid] || !last_but(hb, d, k, e)) continue;
    if (!reverse_within(pl, entry - 1, e, d, k)) return false;
  }
  return true;
}

static bool races_within(Plan *pl, size_t old) {
  Lazy *z = pl->more;
  Hb *hb = &z->hb;
  for (uint32_t k = 0; k < hb->n && !ex_tick(pl->run); k++)
    for (uint32_t i = 0; i < hb->ev[k].nraces; i++) {
      uint32_t d = hb->race[hb->ev[k].race + i];
      if (!hb->ev[d].fixed && cand_reversible(&z->feet, &hb->ev[d], &hb->ev[k]) && !race_within(pl, d, k, old)) return false;
    }
  return true;
}

static bool end(Plan *pl) {
  size_t old = pl->scanned, had = pl->npath;
  if (!new_nodes(pl) || !find_entries(pl) || !races(pl, old) || !races_within(pl, old)) return false;
  for (size_t i = 0; i < pl->npath && !ex_tick(pl->run); i++)
    if (!ask(pl, i, i >= had, i >= old ? 0 : pl->low)) return false;
  return true;
}

/* --- tasks --- */

/* One task for each choice that the thread has here. */
static PlanAnswer fork_task(Plan *pl, VmTid tid) {
  const VmAction *a;
  size_t n = vm_thread_actions(pl->run->vm, tid, &a);
  if (n == SIZE_MAX) return PLAN_STOP;
  const PlanTask *from = pl->task;
  for (size_t i = 0; i < n; i++) {
    if (a[i].choice == VM_CRASH) continue;
    PlanTask *t = plan_task(pl, from->node, from->n);
    if (!t) return PLAN_STOP;
    memcpy(t->a, from->a, from->n * sizeof *t->a);
    t->a[pl->at].choice = a[i].choice;
    t->mode = from->mode;
    if (!plan_add(pl, t)) return PLAN_STOP;
  }
  return PLAN_DROP;
}

/* All but the last few actions do what they did before. */
static PlanAnswer step(Plan *pl, VmAction a) {
  const VmAction *b;
  uint32_t loose = pl->task->mode == MODE_NO_CRASH ? 0 : pl->task->mode;
  if (pl->at + loose < pl->task->n) return PLAN_GO;
  if (a.choice == ANY_CHOICE) return fork_task(pl, a.tid);
  size_t n = vm_thread_actions(pl->run->vm, a.tid, &b);
  if (n == SIZE_MAX) return PLAN_STOP;
  for (size_t i = 0; i < n; i++) if (b[i].choice == a.choice) return PLAN_GO;
  return pl->npath && pl->path[pl->npath - 1].what.kind == NODE_LOCK ? PLAN_SKIP : PLAN_DROP;      /* somebody else took the mutex */
}

static PlanAnswer arrived(Plan *pl) {
  Lazy *z = pl->more;
  bool ok = true;
  if (!pl->task->node) return PLAN_GO;
  size_t top = pl->npath - 1;
  const PlanWhat *w = &pl->path[top].what;
  clock_copy(pl->done, plan_set(pl, top), pl->stride);
  if (pl->task->mode == MODE_NO_CRASH) return PLAN_GO;
  uint32_t at = w->kind == NODE_LOCK ? taker(pl, top) : position(z, w->tid, w->index);
  bool seen = at != UINT32_MAX && plan_seen(pl, pl->path[top].node, z->hist[at], &ok);
  if (!ok) return PLAN_STOP;
  assert(pl->task->mode != MODE_CERTAIN || seen);            /* it is as foreseen */
  if (at == UINT32_MAX || (seen && pl->task->mode != MODE_CERTAIN)) return PLAN_DROP;
  clock_join(pl->done, hb_row(&z->hb, at), pl->stride < z->hb.stride ? pl->stride : z->hb.stride);
  return PLAN_GO;
}

static PlanAnswer ending(Plan *pl) {
  (void)pl;
  return PLAN_GO;
}

/* --- stuck guards --- */

/* A guard that failed is a real wait if nothing it notices comes later and no other choice is open. So that each class in which
 * guards wait has one such run: of two stuck guards one of which looks at the other's thread the one with the smaller number
 * comes first, and of an event that is stuck under each of its choices the first choice counts. */
static bool waits_for_ever(const ExRun *run, const Lazy *z, uint32_t i) {
  const Hb *hb = &z->hb;
  const HbEvent *e = &hb->ev[i];
  for (uint32_t k = i + 1; k < hb->n; k++) {
    const HbEvent *f = &hb->ev[k];
    if (f->tid != e->tid && foot_dependent(&z->feet, e->tid, e->foot, f->tid, f->foot) && (!(f->flags & EVF_STUCK) || e->tid > f->tid)) return false;
  }
  return !vm_stuck_open(run->vm, e->tid) && z->first[i];
}

static bool pruned(ExRun *run) {
  const Lazy *z = ((Plan *)run->self)->more;
  for (uint32_t i = 0; i < z->hb.n; i++) if (z->hb.ev[i].flags & EVF_STUCK && !waits_for_ever(run, z, i)) return true;
  return false;
}

static const PlanPolicy policy = { .before = before, .push = push, .pop = pop, .step = step, .arrived = arrived, .ending = ending, .crashed = crashed, .end = end };

static bool open(ExRun *run) {
  const BcProgram *p = run->program;
  if (!plan_open(run, &policy)) return false;
  Plan *pl = run->self;
  Lazy *z = pl->more = mem_alloc(run->mem, sizeof *z);
  if (!z) return false;
  z->choosy = p->has_choose || p->has_either || p->init_chooses || p->nfaults;
  feet_init(&z->feet, run->vm, run->mem);
  return hb_open(&z->hb, run, &z->feet);
}

static void close(ExRun *run) {
  Plan *pl = run->self;
  Lazy *z = pl ? pl->more : NULL;
  if (z) {
    Mem *m = run->mem;
    mem_free(m, z->hist, z->hist_cap * sizeof *z->hist);
    mem_free(m, z->first, z->first_cap * sizeof *z->first);
    mem_free(m, z->entry, z->entry_cap * sizeof *z->entry);
    mem_free(m, z->in, z->in_cap * sizeof *z->in);
    for (int t = 0; t <= VM_MAX_THREADS; t++) mem_free(m, z->at[t].at, z->at[t].cap * sizeof *z->at[t].at);
    hb_close(&z->hb);
    if (z->feet.mem) feet_deinit(&z->feet);
    mem_free(m, z, sizeof *z);
  }
  plan_close(run);
}

const ExAlgo ex_lazy = {
  .name = "lazy",
  .promises = EX_COMPLETE | EX_OPTIMAL | EX_INVARIANTS | EX_PARALLEL, .needs = EX_NEEDS_FOOTPRINTS | EX_ASKS | EX_FAILING_GUARDS | EX_KEEP_WAITS,
  .open = open, .next = plan_next, .took = plan_took, .close = close, .pruned = pruned, .team_close = plan_team_close,
};
