/* explore/algo/lazy_thesis.c -- LazyPOR as published: planned executions, all combinations of swapped dependences.
 * Metzler, "Lazy POR for the Verification of Distributed Programs", thesis TU Darmstadt 2014: listing 3.1, with the program
 * order (4.1), without empty solutions (4.3), with visited states (4.4).
 *
 *   explore(u1, u2)   Call: u1 is `way`, u2 its constraint system; swaps counts through variations(u2)
 *   execute(u1, c)    a plan u1 . solve(c), followed as far as its transitions are enabled (u1 . v1), then anybody's turn (v2)
 *   section 1, 2, 3   [0, u1), [u1, v1), [v1, end) of the run
 *   split-at-dependency: the longest prefix of u1 . v1 all of whose dependences on what follows were planned
 *
 * Complete, unless it says otherwise. Let w be a complete run that begins with u1, up to equivalence. Of the variations of u2
 * let c be the one that orders each pair as w does, events that are not in w last: c has no cycle. Say explore(u1, u2) runs v
 * for c, and calls explore(u1', u2'). Walk along w and move its events, one by one, to the front of v. An event z of w that is
 * in u1' moves: what is dependent with it and before it in u1' was planned to be there, so it is before z in w too. If none
 * outside of u1' is dependent with an event of u1', then w begins with u1', and the call finds w. If one is, then some run that
 * begins with u1' shows the dependence; the call finds that run, and there split-at-dependency (3.3) takes a shorter prefix. It
 * goes on until the prefix is one of w. If c swaps nothing, u1 . u2 is w.
 * So the search is complete when its tree of calls is finite and whole, as far as it belongs to satisfiable variations: a call
 * dropped because its state was visited, or a limit, makes it incomplete; below unsatisfiable variations nothing is needed
 * (`needed`). The walk needs that no step disables another thread and that threads have no choices: the thesis' separated
 * systems. Reads, writes, cas, atomic blocks, spawn, join, critical sections qualify; anything else is refused.
 *
 * Differs from the thesis: a solution is empty when it holds no constrained event (main's spawns are no solution); a spawn or
 * a thread's end and its join are program successors; a call without dependences is not made, and its state not kept. */
#include <stdio.h>
#include <string.h>
#include "explore/algo/constraints.h"
#include "explore/algo/hb.h"
#include "explore/store.h"
#include "vm/waits.h"

extern const ExAlgo ex_lazy_thesis;

enum {
  MAX_DEPS = 20,                 /* of one call: it has 2^20 variations */
  MAX_VARIATIONS = 1 << 22,      /* in all */
  MAX_CALLS = 10000              /* in each other */
};

typedef struct {
  CsLabel *way; uint32_t fixed; size_t cap_way;      /* u1 */
  Cs cs;
  CsSwaps swaps;                 /* the variation being explored; 0: none yet */
  bool needed;                   /* it and its callers come from satisfiable variations */
} Call;

typedef struct {
  ExRun *run;
  Feet feet;
  Hb hb;
  uint32_t *joined; size_t cap_joined;       /* per event: position + 1 of the end it waited for; 0: none */
  Call *call; size_t ncalls, cap_calls;      /* those in progress, each called by the one before; then room for more */
  Call coming; bool is_coming;               /* the next call, until the search is back at u1(s0) */
  uint64_t variations;
  CsSolver solver;
  CsLabel *plan; size_t nplan, cap_plan;     /* u1 . solution */
  bool running, following;                   /* a run is not at its end yet; it is not at the end of v1 yet */
  bool satisfiable;                          /* the variation being run */
  uint32_t v1;                               /* where v1 ended */
  CsPair *dep; size_t ndep, cap_dep;         /* dep(u1 . v1 . v2), pairs inside of u1 left out: positions */
  uint64_t *before; size_t cap_before;       /* per event a row of bits: those before it in ps* */
  Store visited, classes;                    /* states u1(s0); hashes of the classes met */
  bool choosy;                               /* the program has choices or guards */
} Thesis;

/* --- opening, closing, giving up --- */

static void give_up(ExRun *run, const char *limit, const char *help) {
  ex_stop(run, limit);
  if (!run->result->limit_help) run->result->limit_help = help;
}

/* PC: of the event; UINT32_MAX: it is no statement. */
static void unsupported(ExRun *run, uint32_t pc) {
  const BcProgram *p = run->program;
  char where[200] = "";
  if (pc < p->ncode && p->spans[pc].file < p->sources->count) {
    Place at = src_place(p->sources, p->spans[pc]);
    snprintf(where, sizeof where, " (%.150s:%u)", at.path, at.line);
  }
  give_up(run, "unsupported",
          arena_printf(run->arena, "lazy:thesis knows no events that wait, choose or use mailboxes%s; try --algo lazy", where));
}

static bool open(ExRun *run) {
  Thesis *t = run->self = mem_alloc(run->mem, sizeof *t);
  if (!t) return false;
  t->run = run;
  t->running = true;                         /* execute(u1, CS_0): no plan, everything is v2 */
  feet_init(&t->feet, run->vm, run->mem);
  cs_solver_init(&t->solver, run->mem);
  store_init(&t->visited, run->mem, 0);
  store_init(&t->classes, run->mem, 0);
  const BcProgram *p = run->program;
  t->choosy = p->has_choose || p->has_either || p->has_guard;
  if (p->init_chooses || p->nfaults) unsupported(run, UINT32_MAX);
  return hb_open(&t->hb, run, &t->feet);
}

static void free_call(Thesis *t, Call *c) {
  mem_free(t->run->mem, c->way, c->cap_way * sizeof *c->way);
  if (c->cs.mem) cs_deinit(&c->cs);
}

static void close(ExRun *run) {
  Thesis *t = run->self;
  if (!t) return;
  for (size_t i = 0; i < t->cap_calls; i++) free_call(t, &t->call[i]);
  free_call(t, &t->coming);
  hb_close(&t->hb);
  feet_deinit(&t->feet);
  cs_solver_deinit(&t->solver);
  store_deinit(&t->visited);
  store_deinit(&t->classes);
  mem_free(run->mem, t->call, t->cap_calls * sizeof *t->call);
  mem_free(run->mem, t->joined, t->cap_joined * sizeof *t->joined);
  mem_free(run->mem, t->plan, t->cap_plan * sizeof *t->plan);
  mem_free(run->mem, t->dep, t->cap_dep * sizeof *t->dep);
  mem_free(run->mem, t->before, t->cap_before * sizeof *t->before);
  mem_free(run->mem, t, sizeof *t);
}

static ExMove refused(ExRun *run) {
  if (!run->stop) ex_stop(run, vm_limit(run->vm) ? vm_limit(run->vm) : "memory");
  return ex_done();
}

static const Call *caller(const Thesis *t) { return t->ncalls ? &t->call[t->ncalls - 1] : NULL; }
static uint32_t fixed(const Thesis *t) { return t->ncalls ? caller(t)->fixed : 0; }

/* --- dep(u1 . v1 . v2) --- */

static size_t words(const Thesis *t) { return (t->hb.n + 63) / 64; }
static uint64_t *row(const Thesis *t, uint32_t i) { return t->before + i * words(t); }

static void succeeds(Thesis *t, uint32_t i, uint32_t prev) {
  uint64_t *to = row(t, i), *from = prev ? row(t, prev - 1) : NULL;
  for (size_t k = 0; prev && k < words(t); k++) to[k] |= from[k];
  if (prev) to[(prev - 1) / 64] |= (uint64_t)1 << (prev - 1) % 64;
}

static bool program_order(Thesis *t) {
  if (!mem_grow(t->run->mem, (void **)&t->before, &t->cap_before, sizeof *t->before, t->hb.n * words(t) + 1)) return false;
  memset(t->before, 0, t->hb.n * words(t) * sizeof *t->before);
  for (uint32_t i = 0; i < t->hb.n; i++) {
    succeeds(t, i, t->hb.ev[i].prev);
    succeeds(t, i, t->joined[i]);
  }
  return true;
}

static bool dependent(const Thesis *t, uint32_t i, uint32_t j) {
  const HbEvent *e = &t->hb.ev[i], *f = &t->hb.ev[j];
  if (e->tid == f->tid || row(t, j)[i / 64] >> i % 64 & 1) return false;
  return foot_dependent(&t->feet, e->tid, e->foot, f->tid, f->foot);
}

static bool find_dependences(Thesis *t) {
  t->ndep = 0;
  for (uint32_t i = 0; i < t->hb.n; i++)
    for (uint32_t j = i < fixed(t) ? fixed(t) : i + 1; j < t->hb.n; j++) {
      if (!dependent(t, i, j)) continue;
      if (!mem_grow(t->run->mem, (void **)&t->dep, &t->cap_dep, sizeof *t->dep, t->ndep + 1)) return false;
      t->dep[t->ndep++] = (CsPair){ i, j };
    }
  return true;
}

/* --- split-at-dependency --- */

/* Inside of section 2 and a constraint of c, whose solution has the order of c. */
static bool planned(const Thesis *t, CsPair p) {
  if (p.before < fixed(t) || p.after >= t->v1) return false;
  return cs_constrained(&caller(t)->cs, t->solver.order[p.before - fixed(t)], t->solver.order[p.after - fixed(t)]);
}

static uint32_t split(const Thesis *t) {
  uint32_t cut = t->v1;
  for (size_t i = 0; i < t->ndep; i++)
    if (t->dep[i].before < cut && !planned(t, t->dep[i])) cut = t->dep[i].before;
  return cut;
}

/* The event at I is a variable of u2, from CUT on. Order within a thread is in the labels. */
static bool variable(Thesis *t, Cs *cs, uint32_t cut, uint32_t i) {
  const HbEvent *e = &t->hb.ev[i];
  bool born = e->prev > cut && t->hb.ev[e->prev - 1].tid != e->tid;
  if (!cs_label(cs, (CsLabel){ e->tid, e->pc }) || (born && !cs_ps(cs, e->prev - 1 - cut, i - cut))) return false;
  return t->joined[i] <= cut || cs_ps(cs, t->joined[i] - 1 - cut, i - cut);
}

static bool make_call(Thesis *t, uint32_t cut, Call *c) {
  c->fixed = cut;
  c->swaps = 0;
  c->needed = !t->ncalls || (caller(t)->needed && t->satisfiable);
  c->cs.mem = t->run->mem;
  cs_clear(&c->cs);
  if (!mem_grow(t->run->mem, (void **)&c->way, &c->cap_way, sizeof *c->way, cut + 1u)) return false;
  for (uint32_t i = 0; i < cut; i++) c->way[i] = (CsLabel){ t->hb.ev[i].tid, t->hb.ev[i].pc };
  for (uint32_t i = cut; i < t->hb.n; i++) if (!variable(t, &c->cs, cut, i)) return false;
  for (size_t i = 0; i < t->ndep; i++)
    if (t->dep[i].before >= cut && !cs_dep(&c->cs, t->dep[i].before - cut, t->dep[i].after - cut)) return false;
  return true;
}

/* --- the end of a run --- */

/* The thesis counts every run. Ours of a class already met only count as redundant. */
static bool count_run(Thesis *t) {
  uint64_t h = t->hb.n;
  for (uint32_t i = 0; i < t->hb.n; i++) h += foot_mix(0, hb_hash(&t->hb, i));
  StoreStatus s = store_add(&t->classes, (const uint8_t *)&h, sizeof h, NULL);
  if (s == STORE_NEW) ex_end(t->run);
  else if (s == STORE_OLD) t->run->result->stats.redundant++;
  return s != STORE_FULL;
}

/* Only a join may still wait. */
static void look_at_the_waiting(ExRun *run) {
  for (unsigned i = 0; i < vm_nthreads(run->vm); i++) {
    VmTid tid = (VmTid)i;
    if (vm_thread(run->vm, tid) == TH_RUNNING && vm_wait(run->vm, tid).kind != WAIT_JOIN) unsupported(run, vm_pc(run->vm, tid));
  }
}

static bool over(ExRun *run, Thesis *t) {
  t->running = false;
  look_at_the_waiting(run);
  if (!count_run(t)) return false;
  if (run->stop) return true;
  if (!program_order(t) || !find_dependences(t)) return false;
  uint32_t cut = split(t);
  t->is_coming = true;
  return make_call(t, cut, &t->coming);
}

/* --- explore --- */

/* Thesis 4.4. The state of a call that is dropped was met before, but by another way, whose dependences differ. */
static void drop_visited(ExRun *run, const Thesis *t) {
  if (!t->coming.needed) return;
  ex_prune(run, "visited");
  if (!run->result->limit_help)
    run->result->limit_help = "lazy:thesis leaves out plans whose state was met before, and with them runs; try --algo lazy";
}

/* Room that was used before stays with its place. */
static bool push_call(Thesis *t) {
  size_t old = t->cap_calls;
  if (!mem_grow(t->run->mem, (void **)&t->call, &t->cap_calls, sizeof *t->call, t->ncalls + 1)) return false;
  memset(t->call + old, 0, (t->cap_calls - old) * sizeof *t->call);
  Call room = t->call[t->ncalls];
  t->call[t->ncalls++] = t->coming;
  t->coming = room;
  return true;
}

static bool within_limits(ExRun *run, const Thesis *t) {
  if (t->coming.cs.ndep > MAX_DEPS)
    give_up(run, "variations", "a run has over 20 dependences, each of which lazy:thesis would swap or not; try --algo lazy");
  if (t->ncalls == MAX_CALLS) give_up(run, "calls", "lazy:thesis makes plans within plans, maybe for ever; try --algo lazy");
  return !run->stop;
}

/* The search is at u1(s0) of the coming call: begins it, if there is anything to do. False: no memory, or a limit. */
static bool begin_call(ExRun *run, Thesis *t) {
  size_t len;
  t->is_coming = false;
  if (t->coming.cs.ndep == 0) return true;
  if (!within_limits(run, t)) return false;
  const uint8_t *bytes = vm_encode(run->vm, &len, false);
  StoreStatus s = bytes ? store_add(&t->visited, bytes, len, NULL) : STORE_FULL;
  if (s == STORE_OLD) drop_visited(run, t);
  return s == STORE_NEW ? push_call(t) : s == STORE_OLD;
}

static bool plan(Thesis *t, const Call *c, uint32_t len) {
  if (!mem_grow(t->run->mem, (void **)&t->plan, &t->cap_plan, sizeof *t->plan, c->fixed + len + 1u)) return false;
  if (c->fixed) memcpy(t->plan, c->way, c->fixed * sizeof *t->plan);
  for (uint32_t i = 0; i < len; i++) t->plan[c->fixed + i] = c->cs.label[t->solver.order[i]];
  t->nplan = c->fixed + len;
  t->satisfiable = len == c->cs.n;
  t->running = t->following = true;
  return true;
}

/* Plans the next variation, if one is left. False: no memory, or a limit. */
static bool vary(ExRun *run, Thesis *t) {
  for (; t->ncalls; t->ncalls--) {
    Call *c = &t->call[t->ncalls - 1];
    while (++c->swaps >> c->cs.ndep == 0) {
      uint32_t len;
      bool decides;
      if (t->variations++ == MAX_VARIATIONS)
        give_up(run, "variations", "lazy:thesis has tried four million combinations of dependences; try --algo lazy");
      if (ex_tick(run) || !cs_solve(&c->cs, c->swaps, &t->solver, &len, &decides)) return false;
      if (decides) return plan(t, c, len);
    }
  }
  return true;
}

/* --- execute --- */

static bool enabled(ExRun *run, CsLabel l) {
  const VmAction *a;
  return vm_thread(run->vm, l.tid) == TH_RUNNING && vm_pc(run->vm, l.tid) == l.pc && vm_thread_actions(run->vm, l.tid, &a) == 1;
}

/* v2: the threads take turns. */
static VmStatus anybody(ExRun *run, VmAction *out) {
  unsigned n = vm_nthreads(run->vm), last = run->depth ? run->path[run->depth - 1].action.tid : n - 1;
  for (unsigned i = 1; i <= n; i++) {
    const VmAction *a;
    size_t k = vm_thread_actions(run->vm, (VmTid)((last + i) % n), &a);
    if (k == SIZE_MAX) return VM_LIMIT;
    if (k == 0) continue;
    *out = a[0];
    return VM_OK;
  }
  return VM_BLOCKED;
}

static VmStatus pick(ExRun *run, Thesis *t, VmAction *out) {
  if (t->following && run->depth < t->nplan && enabled(run, t->plan[run->depth])) {
    *out = (VmAction){ t->plan[run->depth].tid, 0 };
    return VM_OK;
  }
  if (t->following) t->v1 = run->depth;
  t->following = false;
  return anybody(run, out);
}

/* How much of the path is as planned. */
static uint32_t common(const ExRun *run, const Thesis *t) {
  uint32_t i = 0;
  while (i < run->depth && i < t->nplan && run->path[i].action.tid == t->plan[i].tid) i++;
  return i;
}

/* What was not enabled here, or not chosen, leaves no trace in the event: it is asked for before the step. */
static ExMove step(ExRun *run, const Thesis *t, VmAction a) {
  if (t->choosy && (vm_has_choices(run->vm, a.tid) || vm_is_guard(run->vm, a.tid))) {
    unsupported(run, vm_pc(run->vm, a.tid));
    return ex_done();
  }
  return ex_step(a);
}

static ExMove back(Thesis *t, uint32_t depth) {
  hb_pop(&t->hb, depth);
  return ex_back(depth);
}

static ExMove next(ExRun *run) {
  Thesis *t = run->self;
  for (;;) {
    if (t->hb.n != run->depth) return refused(run);
    if (run->cut && !run->stop) ex_stop(run, "events");
    if (run->stop) return ex_done();
    if (t->running) {
      VmAction a;
      VmStatus s = pick(run, t, &a);
      if (s == VM_OK) return step(run, t, a);
      if (s != VM_BLOCKED || !over(run, t)) return refused(run);
      if (t->is_coming && t->coming.fixed < run->depth) return back(t, t->coming.fixed);
    } else {
      if ((t->is_coming && !begin_call(run, t)) || !vary(run, t)) return refused(run);
      if (!t->running) return ex_done();
      if (common(run, t) < run->depth) return back(t, common(run, t));
    }
  }
}

/* --- events --- */

/* Outside of choices and guards. */
static bool supported(const VmEvent *ev) {
  switch ((EvKind)ev->kind) {
    case EV_READ: case EV_WRITE: case EV_RMW: case EV_DATA: case EV_ATOMIC: case EV_TRYLOCK: case EV_UNLOCK:
    case EV_ENTER: case EV_LEAVE: return ev->nops == 0;
    case EV_SPAWN: case EV_JOIN: return ev->nops <= 1;
    case EV_AWAIT: case EV_LOCK: case EV_SEND: case EV_RECEIVE: case EV_AFTER: case EV_CHOOSE: case EV_CRASH: case EV_INIT:
    case EV_COUNT: break;
  }
  return false;
}

static bool took(ExRun *run, const VmEvent *ev) {
  Thesis *t = run->self;
  uint32_t end = ev->kind == EV_JOIN && ev->nops ? t->hb.last[ev->ops[0].peer] : 0;
  if (!mem_grow(run->mem, (void **)&t->joined, &t->cap_joined, sizeof *t->joined, t->hb.n + 1) || !hb_push(&t->hb, ev)) {
    ex_stop(run, "memory");
    return true;
  }
  t->joined[t->hb.n - 1] = end;
  if (!supported(ev)) unsupported(run, ev->pc);
  return true;
}

const ExAlgo ex_lazy_thesis = {
  .name = "lazy:thesis",
  .promises = EX_INVARIANTS, .needs = EX_NEEDS_FOOTPRINTS | EX_ASKS,
  .open = open, .next = next, .took = took, .close = close,
};
