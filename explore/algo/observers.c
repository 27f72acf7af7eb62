/* explore/algo/observers.c -- Optimal DPOR with observers: one execution per observer class, none blocked.
 * Aronis, Jonsson, Lang, Sagonas, "Optimal Dynamic Partial Order Reduction with Observers", TACAS 2018, Alg. 1.
 *   done(E') = node->sleep    wut(E') = node->tree    -> = obs.h
 * A race whose order only an observer o notices is reversed by  notdep(e) . e' . e . notobs . o : then o sees e last.
 * v is redundant at E' when for some prefix w of E' something done at w could come first in the rest of E' and v; this is
 * asked of the relation of that very sequence, since an edge exists only where its observer is in it. Conditional sleep
 * sets answer the same faster where they apply; builds with sanitizers ask both.
 * Differs from the paper: mailboxes and several objects in one event (obs.h); locks and choices as in candidates.c; guards
 * are failing reads, because whether a guard is open can depend on the order of two writes that nobody reads. */
#include <assert.h>
#include <string.h>
#include "explore/algo/condsleep.h"
#include "explore/algo/obs.h"
#include "explore/algo/step.h"

extern const ExAlgo ex_observers;

#if defined(__SANITIZE_ADDRESS__) || defined(DMC_STRESS)
#define ASK_BOTH 1
#else
#define ASK_BOTH 0
#endif

typedef struct {
  Obs run, test;                 /* of the execution; of a sequence in question */
  Foot final;                    /* what finally reads; 0: nothing */
  bool plain;                    /* conditional sleep sets apply to all events met so far */
  Act *set; size_t cap_set;      /* a conditional sleep set at work */
  bool *seen; size_t cap_seen;   /* per event: notices the race being reversed, or happens after one that does */
} Observers;

/* --- redundancy by recomputing --- */

static Act act_of(const HbEvent *e) { return (Act){ .tid = e->tid, .choice = e->choice, .foot = e->foot }; }

/* Is B a weak initial of what the sequence does from position FROM on? */
static bool weak(const Obs *o, const Act *b, uint32_t from) {
  for (uint32_t j = from; j < o->n; j++)
    if (o->seq[j].tid == b->tid) return o->seq[j].choice == b->choice && !obs_has_before(o, j, from);
  return b->choice != VM_CRASH && obs_commutes(o, b, from);
}

/* E' . v into the table of sequences, D events of E. */
static bool load(Step *st, Obs *o, uint32_t d, const Act *v, uint32_t n) {
  if (!obs_room(o, d + n)) return false;
  for (uint32_t i = 0; i < d; i++) o->seq[i] = act_of(&st->hb.ev[i]);
  memcpy(o->seq + d, v, n * sizeof *v);
  return obs_compute(o, d + n);
}

static bool redundant(const Step *st, const Obs *o, uint32_t d) {
  for (uint32_t w = 0; w <= d; w++) {
    const StepNode *node = &st->node[w];
    for (uint32_t i = node->inherited; i < node->nsleep; i++) if (weak(o, &st->sleep[node->sleep + i], w)) return true;
  }
  return false;
}

/* As wake_insert, with the relation of the sequence at each node on the way. */
static bool insert(Step *st, Obs *o, StepNode *node, uint32_t d, Act *v, uint32_t n) {
  uint32_t parent = 0;
  Wake *wt = &st->wake;
  for (uint32_t c = node->tree; c;) {
    Act a = wt->node[c].act;
    if (!weak(o, &a, d)) { c = wt->node[c].next; continue; }
    n = wake_without(v, n, a.tid);
    bool leaf = !wt->node[c].child;
    if (n == 0 || leaf || (n == 1 && v[0].tid == OBS_FINAL)) return true;
    parent = c;
    c = wt->node[c].child;
    o->seq[d++] = a;
    if (!obs_room(o, d + n)) return false;
    memcpy(o->seq + d, v, n * sizeof *v);
    if (!obs_compute(o, d + n)) return false;
  }
  return wake_graft(wt, &node->tree, parent, v, v[n - 1].tid == OBS_FINAL ? n - 1 : n);
}

/* --- redundancy by conditional sleep sets --- */

static bool pass(Step *st, uint32_t from, const Act *a) {
  Observers *x = st->more;
  const StepNode *node = &st->node[from];
  uint32_t at = (uint32_t)st->nsleep, n = node->nsleep;
  if (a->tid >= COND_DEBT) {
    ex_stop(st->run, "threads");
    st->run->result->limit_help = "observers runs at most 254 threads, an init that chooses among them; try --algo optimal";
    return true;
  }
  x->plain &= cond_plain(&st->feet, a);
  if (!x->plain) return true;
  for (uint32_t i = 0; i < n; i++) if (!step_sleep(st, st->sleep[node->sleep + i])) return false;
  bool fine = cond_step(&st->feet, st->sleep + at, &n, a, false);
  assert(fine);                              /* what is explored is not redundant */
  (void)fine;
  st->nsleep = at + n;
  return true;
}

/* One event they do not apply to, here, asleep or in a tree, is enough to do without them from then on. */
static bool all_plain(Step *st, const Act *v, uint32_t n) {
  Observers *x = st->more;
  for (uint32_t i = 0; i < n && x->plain; i++) x->plain = cond_plain(&st->feet, &v[i]);
  return x->plain;
}

/* As insert; the set in question is one child. */
static bool insert_plain(Step *st, StepNode *node, Act *v, uint32_t n) {
  uint32_t parent = 0;
  Wake *wt = &st->wake;
  for (uint32_t c = node->tree; c;) {
    Act a = wt->node[c].act, alone = a;
    if (!cond_redundant(&st->feet, &alone, 1, v, n)) { c = wt->node[c].next; continue; }
    n = wake_without(v, n, a.tid);
    if (n == 0 || !wt->node[c].child || (n == 1 && v[0].tid == OBS_FINAL)) return true;
    parent = c;
    c = wt->node[c].child;
  }
  return wake_graft(wt, &node->tree, parent, v, v[n - 1].tid == OBS_FINAL ? n - 1 : n);
}

static bool redundant_plain(Step *st, const StepNode *node, const Act *v, uint32_t n, bool *yes) {
  Observers *x = st->more;
  if (node->nsleep > x->cap_set && !mem_grow(st->run->mem, (void **)&x->set, &x->cap_set, sizeof *x->set, node->nsleep)) return false;
  if (node->nsleep) memcpy(x->set, st->sleep + node->sleep, node->nsleep * sizeof *x->set);
  *yes = cond_redundant(&st->feet, x->set, node->nsleep, v, n);
  return true;
}

static bool offer(Step *st, StepNode *node, Act *v, uint32_t n, bool *settled) {
  Observers *x = st->more;
  uint32_t d = (uint32_t)(node - st->node);
  bool plain = all_plain(st, v, n), yes = false;
  *settled = false;
  if (plain && !redundant_plain(st, node, v, n, &yes)) return false;
  if (!plain || ASK_BOTH) {
    if (!load(st, &x->test, d, v, n)) return false;
    bool again = redundant(st, &x->test, d);
    assert(!plain || again == yes);
    yes = again;
  }
  if (yes) return true;
  return plain ? insert_plain(st, node, v, n) : insert(st, &x->test, node, d, v, n);
}

/* --- sequences of a run that ended --- */

static uint64_t hash_v(const Act *v, uint32_t n) {
  uint64_t h = n;
  for (uint32_t i = 0; i < n; i++) h = foot_mix(h, (uint64_t)v[i].tid << 32 | v[i].choice);
  return h;
}

/* Offers st->v[0 .. n-1] at the node of E, once. */
static bool offer_once(Step *st, uint32_t e, uint32_t n) {
  bool known, settled;
  if (!cand_known(st, &st->node[e], hash_v(st->v, n), &known)) return false;
  return known || offer(st, &st->node[e], st->v, n, &settled);
}

/* notdep(e, E): what comes after e in E and not in happens-before; LAST: events of the run, without finally. */
static uint32_t notdep(Step *st, const Obs *o, uint32_t e, uint32_t last) {
  uint32_t n = 0;
  for (uint32_t k = e + 1; k < last; k++) if (!obs_before(o, e, k)) st->v[n++] = o->seq[k];
  return n;
}

static void mark(void *ctx, uint32_t k) { ((Observers *)ctx)->seen[k] = true; }

/* Who notices the race, and what comes after them. */
static void mark_after(Observers *x, uint32_t from) {
  const Obs *o = &x->run;
  for (uint32_t k = from; k < o->n; k++)
    for (uint32_t i = from; i < k && !x->seen[k]; i++) x->seen[k] = x->seen[i] && obs_before(o, i, k);
}

static bool reverse_observed(Step *st, uint32_t e, uint32_t f, uint32_t who, uint32_t last) {
  Observers *x = st->more;
  const Obs *o = &x->run;
  memset(x->seen, 0, o->n * sizeof *x->seen);
  obs_observer(o, e, f, mark, x);
  mark_after(x, e);
  uint32_t n = notdep(st, o, e, last);
  st->v[n++] = o->seq[f];
  st->v[n++] = o->seq[e];
  for (uint32_t k = e + 1; k < last; k++)                    /* notobs */
    if (k != f && obs_before(o, e, k) && !x->seen[k]) st->v[n++] = o->seq[k];
  if (who < last && !st->hb.ev[who].fixed) return cand_keep(st, &st->node[e], n, hash_v(st->v, n), &st->hb.ev[who]);
  st->v[n++] = o->seq[who];
  return offer_once(st, e, n);
}

static bool reverse(Step *st, uint32_t e, const HbEvent *f, bool fixed, uint32_t last) {
  Observers *x = st->more;
  uint32_t n = notdep(st, &x->run, e, last);
  if (!fixed) return cand_keep(st, &st->node[e], n, hash_v(st->v, n), f);
  st->v[n++] = act_of(f);
  return offer_once(st, e, n);
}

/* Where e chose, what its thread chooses after e' is part of v: without it, what is done with another choice, and commutes
 * with the rest, would make v redundant, although under that choice the orders that only e notices were not run. */
static bool reverse_chosen(Step *st, uint32_t e, const HbEvent *f, uint32_t last) {
  Observers *x = st->more;
  uint32_t n = notdep(st, &x->run, e, last);
  st->v[n++] = act_of(f);
  return cand_keep(st, &st->node[e], n, hash_v(st->v, n), &st->hb.ev[e]);
}

static bool races_of(Step *st, uint32_t f, uint32_t last) {
  const Obs *o = &((Observers *)st->more)->run;
  const HbEvent *ef = &st->hb.ev[f];
  for (uint32_t e = 0; e < f; e++) {
    const HbEvent *ee = &st->hb.ev[e];
    if (ee->tid == ef->tid || ef->prev == e + 1 || !obs_race(o, e, f) || !cand_reversible(&st->feet, ee, ef)) continue;
    uint32_t who = obs_observer(o, e, f, NULL, NULL);
    bool ok = true;
    if (who != OBS_NOBODY) ok = reverse_observed(st, e, f, who, last);
    else if (ee->branches) ok = reverse_chosen(st, e, ef, last);
    if (ok && who == OBS_NOBODY && (!ee->branches || ef->chooses)) ok = reverse(st, e, ef, ef->fixed && ef->lock == UINT32_MAX, last);
    if (!ok) return false;
  }
  return true;
}

/* Rule 2 of candidates.c with this relation. */
static bool lock_race(Step *st, const HbEvent *f, uint32_t owner, uint32_t last) {
  const Obs *o = &((Observers *)st->more)->run;
  uint32_t e = owner - 1;
  if (st->hb.ev[e].tid == f->tid || (f->prev && (f->prev - 1 == e || obs_before(o, e, f->prev - 1)))) return true;
  return reverse(st, e, f, cand_frees(&st->hb.ev[e]), last);
}

static bool locks(Step *st, uint32_t last) {
  Hb *hb = &st->hb;
  for (uint32_t i = 0; i < last; i++)
    if (hb->ev[i].lock != UINT32_MAX && hb->ev[i].owner && !lock_race(st, &hb->ev[i], hb->ev[i].owner, last)) return false;
  for (unsigned t = 0; t < vm_nthreads(st->run->vm); t++) {
    HbEvent f = { .tid = (VmTid)t, .prev = hb->last[t] ? hb->last[t] : hb->init };
    uint32_t owner;
    if (vm_thread(st->run->vm, (VmTid)t) != TH_RUNNING || !cand_waiting_lock(st, (VmTid)t, &f, &owner)) continue;
    f.chooses = false;                       /* it is a lock that is free without its owner */
    if (!lock_race(st, &f, owner, last)) return false;
  }
  return true;
}

static bool choices(Step *st, uint32_t last) {
  const Obs *o = &((Observers *)st->more)->run;
  for (uint32_t e = 0; e < last; e++) {
    if (!st->hb.ev[e].chooses) continue;
    uint32_t n = notdep(st, o, e, last);
    if (!cand_keep_others(st, &st->node[e], n, hash_v(st->v, n), &st->hb.ev[e])) return false;
  }
  return true;
}

static bool ended(Step *st) {
  Observers *x = st->more;
  uint32_t last = (uint32_t)st->hb.n, n = last;
  if (!cand_room(st, last + 3u) || !obs_room(&x->run, last + 1)) return false;
  if (last + 1 > x->cap_seen && !mem_grow(st->run->mem, (void **)&x->seen, &x->cap_seen, sizeof *x->seen, last + 1u)) return false;
  for (uint32_t i = 0; i < last; i++) x->run.seq[i] = act_of(&st->hb.ev[i]);
  if (x->final && st->run->end == END_TERMINAL) x->run.seq[n++] = (Act){ .tid = OBS_FINAL, .foot = x->final };
  if (!obs_compute(&x->run, n)) return false;
  for (uint32_t f = 0; f < last && !ex_tick(st->run); f++) if (!races_of(st, f, last)) return false;
  return locks(st, last) && choices(st, last);
}

/* --- stuck guards --- */

/* A guard that failed is a real wait only if nothing it read was written after, and no other branch is open. */
static bool pruned(ExRun *run) {
  Step *st = run->self;
  for (uint32_t i = 0; i < st->hb.n; i++) {
    const HbEvent *e = &st->hb.ev[i];
    if (!(e->flags & EVF_STUCK)) continue;
    for (uint32_t k = i + 1; k < st->hb.n; k++)
      if (!(st->hb.ev[k].flags & EVF_STUCK) && foot_dependent(&st->feet, e->tid, e->foot, st->hb.ev[k].tid, st->hb.ev[k].foot)) return true;
    if (vm_stuck_open(run->vm, e->tid)) return true;
  }
  return false;
}

/* Was a crash at the end of a run, where it is optional, seen elsewhere? */
static bool asleep(Step *st, const StepNode *node, VmAction a) {
  Observers *x = st->more;
  VmEvent ev;
  uint32_t d = (uint32_t)(node - st->node);
  VmStatus s = vm_peek(st->run->vm, a.tid, a.choice, &ev);
  if (s != VM_OK && s != VM_FAULT) return false;
  Act v = { .tid = a.tid, .choice = a.choice, .foot = foot_of(&st->feet, &ev) };
  if (v.foot != FOOT_NONE && load(st, &x->test, d, &v, 1)) return redundant(st, &x->test, d);
  ex_stop(st->run, "memory");
  return true;
}

static const StepPolicy policy = { .offer = offer, .end = ended, .asleep = asleep, .pass = pass };

static bool open_final(ExRun *run, Step *st, Observers *x) {
  const BcProp *p = &run->program->finally_;
  if (!p->entry || !p->nlocs) return true;
  VmAcc *acc = mem_alloc(run->mem, p->nlocs * sizeof *acc);
  if (!acc) return false;
  for (uint32_t i = 0; i < p->nlocs; i++) acc[i] = p->locs[i] << 2 | ACC_R;
  x->final = foot_of(&st->feet, &(VmEvent){ .acc = acc, .nacc = p->nlocs });
  mem_free(run->mem, acc, p->nlocs * sizeof *acc);
  return x->final != FOOT_NONE;
}

static bool open(ExRun *run) {
  if (!step_open(run, &policy)) return false;
  Step *st = run->self;
  Observers *x = st->more = mem_alloc(run->mem, sizeof *x);
  if (x) x->plain = !run->program->nfaults;
  return x && obs_open(&x->run, run, &st->feet) && obs_open(&x->test, run, &st->feet) && open_final(run, st, x);
}

static void close(ExRun *run) {
  Step *st = run->self;
  Observers *x = st ? st->more : NULL;
  if (x) {
    obs_close(&x->run);
    obs_close(&x->test);
    mem_free(run->mem, x->seen, x->cap_seen * sizeof *x->seen);
    mem_free(run->mem, x->set, x->cap_set * sizeof *x->set);
    mem_free(run->mem, x, sizeof *x);
  }
  step_close(run);
}

const ExAlgo ex_observers = {
  .name = "observers",
  .promises = EX_COMPLETE | EX_OPTIMAL | EX_INVARIANTS, .needs = EX_NEEDS_FOOTPRINTS | EX_ASKS | EX_FAILING_GUARDS,
  .open = open, .next = step_next, .took = step_took, .look = step_look, .close = close, .pruned = pruned,
};
