/* explore/choose.c -- which search runs: the one asked for, if it goes with the other options and the model, or `auto`.
 *
 * auto:  first every state, up to AUTO_STATES of them: many models are done then. A larger one is searched by what it is:
 *          no guards, no invariant or cover, every run ends     dc, then stateful as below, each for a while; dc; optimal
 *          every run ends, or none need                         stateful:full+sleep (with --jobs stateful:full-sleep)
 *          loops, no guards                                     dc (or optimal) for AUTO_STATES, since they may end, then the same
 *          the same, and races are asked for                    optimal (with --jobs lazy), or every state
 *          an option that needs every state                     every state, without bound, from the start
 *        A search that cannot decide the model (a limit of its own, not of the user) gives way to the next; every state
 *        without bound is the last. Time is counted over all of them. */
#include <string.h>
#include "explore/check.h"

extern const ExAlgo ex_sample, ex_reach;

#define AUTO_STATES 65536
#define AUTO_STATES_TEXT "65,536"
/* Where it is open which search is smaller: dc tells soon, and there is no hurry once it has not. */
#define AUTO_TRY_DC (4 * AUTO_STATES)
#define AUTO_TRY_STATES (16 * AUTO_STATES)

static ModelStatus refuse(Options *o, const char *why) {
  snprintf(o->error, sizeof o->error, "%s", why);
  return MODEL_USAGE;
}

/* --- asked for by name --- */

static const ExAlgo *in_build(const char *name) {
  const ExAlgoEntry *e = ex_algorithm(name);
  return e ? e->algo : NULL;
}

static ModelStatus refuse_jobs(Options *o, const ExAlgo *algo) {
  char list[200] = "";
  for (size_t i = 0; i < ex_algorithm_count; i++) {
    const ExAlgo *a = ex_algorithms[i].algo;
    if (!a || !(a->promises & EX_PARALLEL)) continue;
    snprintf(list + strlen(list), sizeof list - strlen(list), "%s--algo %s", *list ? ", " : "", a->name);
  }
  snprintf(o->error, sizeof o->error, "--jobs: %s works alone; workers can share %s", algo->name, list);
  return MODEL_USAGE;
}

/* Who keeps only hashes cannot go back to a state by its bytes, nor ask about it again. */
static const char *misused_hashes(const ExLimits *l, unsigned promises) {
  if (l->store != KEEP_HASHES) return NULL;
  if (!(promises & EX_STATEFUL)) return "--store=hash goes with --algo stateful";
  if (l->bfs) return "--store=hash does not go with --bfs, which returns to stored states";
  if (l->depth >= 0) return "--store=hash does not go with --depth, which returns to stored states";
  return l->lasso ? "--store=hash does not go with --progress, which needs whole states" : NULL;
}

/* What only the stateful reductions know, and what they do not. */
static const char *misused_reduction(const ExLimits *l, const BcProgram *p, unsigned promises) {
  bool reduced = promises & EX_REDUCED;
  if (l->object_dep && !(promises & EX_STATEFUL)) return "--dep=object is for the stateful reductions: --algo stateful";
  if (l->paths && !reduced) return "--paths counts the paths of a reduced graph: --algo stateful";
  if (l->paths && ex_may_loop(p)) return "--paths: the model has loops, so its graph may have cycles and paths without number; --loop n bounds them";
  if (l->paths && l->jobs > 1) return "--paths has one worker: leave out --jobs";
  if (reduced && l->races >= LEVEL_LIST) return "a stateful reduction leaves states out and cannot list races; use stateful:reach, dc, lazy or optimal";
  return NULL;
}

static ModelStatus fits(Options *o, const BcProgram *p, const ExAlgo *algo) {
  unsigned promises = algo->promises;
  const char *hashes = misused_hashes(&o->limits, promises), *reduction = misused_reduction(&o->limits, p, promises);
  if (hashes) return refuse(o, hashes);
  if (reduction) return refuse(o, reduction);
  if (o->limits.pct && !o->sampled) return refuse(o, "--pct goes with --sample n");
  if (o->limits.bfs && algo != &ex_reach) return refuse(o, "--bfs goes with --algo stateful:reach");
  if (o->limits.preemptions >= 0 && !(promises & EX_PREEMPTIONS))
    return refuse(o, "--preemptions goes with --algo naive and --algo stateful:reach");
  if (o->limits.depth >= 0 && !(promises & EX_DEPTH)) return refuse(o, "--depth goes with --algo naive and --algo stateful:reach");
  if (o->limits.lasso != LASSO_OFF && algo != &ex_reach) return refuse(o, "--progress goes with --algo stateful:reach");
  if (o->limits.lasso != LASSO_OFF && o->limits.preemptions >= 0) return refuse(o, "--progress does not go with --preemptions");
  if (p->ninvariants + p->ncovers && promises & EX_COMPLETE && !(promises & EX_INVARIANTS)) {
    snprintf(o->error, sizeof o->error, "%s cannot decide invariants and covers; use %soptimal or stateful", algo->name,
             in_build("lazy") ? "lazy, " : "");
    return MODEL_USAGE;
  }
  return MODEL_OK;
}

/* optimal inserts branches inside subtrees that another worker would be running; lazy meets the same classes in any order. Sleep
 * sets belong to the order in which a node's actions were taken. */
static const ExAlgo *for_workers(Check *c, const ExAlgo *algo) {
  const ExAlgo *lazy = in_build("lazy"), *full = in_build("stateful:full-sleep");
  if (c->opt.limits.jobs < 2) return algo;
  if (algo == in_build("stateful:full+sleep") && full) {
    c->reason = "--jobs: workers do without sleep sets";
    return full;
  }
  if (algo != in_build("optimal") || !lazy) return algo;
  c->reason = "--jobs: the workers cannot share optimal's search; lazy makes the same executions";
  return lazy;
}

/* Loops change what a reduction may do. */
static void tell_loops(Check *c, const ExAlgo *algo) {
  if (!(algo->promises & EX_REDUCED) || !ex_may_loop(c->model.program)) return;
  const char *what = c->opt.limits.jobs > 1 ? "source sets, and all actions where a step leads to a known state"
                                            : "source sets, and all actions where a step would close a loop; no sleep sets, no pifs";
  c->reason = arena_printf(&c->model.arena, "%s%sthe model has loops: %s", c->reason ? c->reason : "", c->reason ? "; " : "", what);
}

/* Breadth first is a single queue, and cycles are found by who knows the whole graph: one worker does what was asked for. */
static void one_worker(Check *c, const ExAlgo *algo) {
  ExLimits *l = &c->opt.limits;
  const char *option = l->bfs ? "--bfs" : l->depth >= 0 ? "--depth" : l->lasso ? "--progress" : NULL;
  if (l->jobs < 2 || !option || !(algo->promises & EX_STATEFUL)) return;
  l->jobs = 1;
  c->reason = arena_printf(&c->model.arena, "--jobs: a stateful search with %s has one worker", option);
}

static ModelStatus search_named(Check *c, const ExAlgo *algo) {
  one_worker(c, algo);
  algo = for_workers(c, algo);
  ModelStatus s = fits(&c->opt, c->model.program, algo);
  if (s == MODEL_OK && c->opt.limits.jobs > 1 && !(algo->promises & EX_PARALLEL)) s = refuse_jobs(&c->opt, algo);
  if (s != MODEL_OK) return s;
  tell_loops(c, algo);
  ex_run(c->model.program, algo, &c->opt.limits, &c->model.arena, &c->result);
  return MODEL_OK;
}

/* --- auto --- */

typedef struct { const char *name; uint64_t states; /* it may come to; 0: any number */ } Try;
typedef struct { Try tries[4]; const char *why; } Course;

/* Where races are asked for, states that are left out would be missed; every state is the last resort of any course. */
static Course course_of(const Check *c) {
  const BcProgram *p = c->model.program;
  bool guards = p->has_guard || p->has_either, props = p->ninvariants + p->ncovers > 0, races = c->opt.limits.races >= LEVEL_LIST;
  bool several = c->opt.limits.jobs > 1;
  const char *optimal = several ? "lazy" : "optimal", *stateful = several ? "stateful:full-sleep" : "stateful:full+sleep";
  Try states = { races ? NULL : stateful, 0 };
  if (ex_may_loop(p) && guards) return (Course){ { states }, "loops" };
  if (ex_may_loop(p)) return (Course){ { { props ? optimal : "dc", AUTO_STATES }, states }, "loops" };
  if (guards) return (Course){ { { races ? optimal : stateful, 0 } }, "every run ends, guards" };
  if (props) return (Course){ { { races ? optimal : stateful, 0 } }, "every run ends, invariants or covers" };
  const char *open = "no guards, every run ends";
  if (races) return (Course){ { { "dc", 0 }, { optimal, 0 } }, open };
  return (Course){ { { "dc", AUTO_TRY_DC }, { stateful, AUTO_TRY_STATES }, { "dc", 0 }, { optimal, 0 } }, open };
}

/* A stage knows the user's limits, less the time that is gone. One that may meet few states needs no workers. */
static void stage(Check *c, const ExAlgo *algo, uint64_t states, double begun) {
  ExLimits l = c->opt.limits;
  double gone = ex_now() - begun;
  l.states = states;
  if (states) l.jobs = 1;
  if (l.seconds > 0) l.seconds = l.seconds > gone ? l.seconds - gone : 1e-6;
  ex_run(c->model.program, algo, &l, &c->model.arena, &c->result);
  c->result.stats.seconds = ex_now() - begun;
}

static bool one_of(const char *limit, const char *const *words) {
  for (; *words; words++)
    if (strcmp(limit, *words) == 0) return true;
  return false;
}

static bool found(const Check *c) {
  const ExResult *r = &c->result;
  const ExLimits *l = &c->opt.limits;
  return r->findings.count || (l->races == LEVEL_ERROR && r->races.count) || (l->unread == LEVEL_ERROR && r->unread.count);
}

/* The search ended early for a reason that another search may not have. */
static bool undecided(const Check *c) {
  static const char *const users[] = { "time", "memory", "interrupted", "loop", "sample", NULL };
  const ExResult *r = &c->result;
  return !r->complete && r->limit && !one_of(r->limit, users) && (c->opt.limits.all || !found(c));
}

static void search_classes(Check *c, double begun) {
  Course course = course_of(c);
  const char *gave_up = "";
  for (size_t i = 0; i < sizeof course.tries / sizeof *course.tries && course.tries[i].name; i++) {
    const ExAlgo *algo = in_build(course.tries[i].name);
    if (!algo) continue;
    c->reason = arena_printf(&c->model.arena, "auto: %s; " AUTO_STATES_TEXT " states were not enough for a plain search%s", course.why, gave_up);
    stage(c, algo, course.tries[i].states, begun);
    if (!undecided(c)) return;
    if (strcmp(c->result.limit, "states") == 0) gave_up = arena_printf(&c->model.arena, "%s; nor was %s done soon", gave_up, algo->name);
    else gave_up = arena_printf(&c->model.arena, "%s; %s gave up (%s)", gave_up, algo->name, c->result.limit);
  }
  stage(c, &ex_reach, 0, begun);
  c->reason = *gave_up ? arena_printf(&c->model.arena, "auto: %s", gave_up + 2) : NULL;
}

static bool plain_only(const Check *c) {
  const ExLimits *l = &c->opt.limits;
  return l->bfs || l->lasso != LASSO_OFF || l->store == KEEP_HASHES || l->depth >= 0 || l->preemptions >= 0;
}

static ModelStatus search_auto(Check *c) {
  double begun = ex_now();
  ModelStatus s = fits(&c->opt, c->model.program, &ex_reach);
  if (s != MODEL_OK) return s;
  one_worker(c, &ex_reach);
  stage(c, &ex_reach, plain_only(c) ? 0 : AUTO_STATES, begun);
  if (!plain_only(c) && undecided(c)) search_classes(c, begun);
  return MODEL_OK;
}

/* `stateful` alone: the best there is that knows the other options. */
static bool wants_all_states(const Check *c) {
  const ExLimits *l = &c->opt.limits;
  return c->opt.any_stateful && (l->bfs || l->lasso != LASSO_OFF || l->depth >= 0 || l->preemptions >= 0 || l->races >= LEVEL_LIST);
}

ModelStatus check_run(Check *c) {
  const ExAlgo *named = c->opt.sampled ? &ex_sample : wants_all_states(c) ? &ex_reach : in_build(c->opt.algo);
  c->auto_algo = !named;
  return named ? search_named(c, named) : search_auto(c);
}
