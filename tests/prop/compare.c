/* tests/prop/compare.c -- see compare.h. */
#include "tests/prop/compare.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "explore/trace.h"
#include "tests/prop/classes.h"
#include "tests/prop/player.h"
#include "tests/prop/reduced.h"
#include "tests/prop/stateful.h"

const char *const compare_wrong[WRONG_COUNT] = { "nothing",     "does not compile", "the judge contradicts itself", "incomplete",
                                                 "findings",    "replay",           "missing class or end",         "no such run",
                                                 "class twice", "counts",           "thread order",                 "relation of classes",
                                                 "workers",     "reduced graph",    "died" };
const char *const compare_algos[COMPARE_ALGOS] = { "naive", "dpor", "source", "optimal", "observers", "lazy", "dc",
                                                   "stateful:reach", "stateful:full+sleep", "stateful:full-sleep", "stateful:pset+sleep",
                                                   "stateful:minclosure+sleep", "stateful:apifs+sleep" };
static const ClassMode modes[COMPARE_ALGOS] = { [COMPARE_OBSERVERS] = CLASS_OBSERVERS, [COMPARE_LAZY] = CLASS_LAZY, [COMPARE_DC] = CLASS_RF };

static const ExLimits usual = { .all = true, .races = LEVEL_OFF, .unread = LEVEL_OFF, .depth = -1, .preemptions = -1, .events = 10000 };

bool compare_wanted(unsigned i, const CompareOptions *opt) {
  const ExAlgoEntry *e = ex_algorithm(compare_algos[i]);
  if (opt->player) return strcmp(opt->only, compare_algos[i]) == 0;
  if (i >= COMPARE_STATEFUL ? !opt->stateful : opt->only_stateful) return false;
  return e && e->algo && (opt->only ? strcmp(opt->only, compare_algos[i]) == 0 : i != COMPARE_NAIVE);
}

void compare_free(Comparison *c) { text_free(&c->why); }

/* --- findings --- */

static void add_finding(const Model *m, const ExFinding *f, ByteSet *out) {
  char buf[120];
  uint32_t line, col;
  int n = 0;
  model_place(m, f->pc, &line, &col);
  switch (f->what) {
    case FIND_ERROR: n = snprintf(buf, sizeof buf, "%s %u", f->code, line); break;
    case FIND_ASSERT: n = snprintf(buf, sizeof buf, "assert %u", line); break;
    case FIND_FINALLY: n = snprintf(buf, sizeof buf, "finally %u", line); break;
    case FIND_CRITICAL: n = snprintf(buf, sizeof buf, "critical %u", line); break;
    case FIND_INVARIANT: n = snprintf(buf, sizeof buf, "invariant %s", f->name); break;
    case FIND_DEADLOCK: n = snprintf(buf, sizeof buf, "deadlock"); break;
    case FIND_COVER: return;                 /* compared by ExResult.covered */
    case FIND_PROGRESS: case FIND_RACE: case FIND_UNREAD: case FIND_COUNT: n = snprintf(buf, sizeof buf, "unexpected %s", find_word(f->what)); break;
  }
  set_add(out, buf, (size_t)n, NULL);
}

static bool confirm(const Model *m, const ExLimits *l, const ExFinding *f, Arena *a, Text *why) {
  if (!f->has_schedule) return false;
  const ExTrace *t = trace_build(m->program, l, f, 0, a);
  if (!t || !t->confirmed) text_add(why, "the schedule of a finding (%s) replays to something else\n", find_word(f->what));
  return true;
}

uint64_t compare_findings(const Model *m, const ExLimits *l, const ExResult *res, Arena *a, Outcome *o, Text *why) {
  uint64_t replayed = 0;
  for (const ExFinding *f = res->findings.first; f; f = f->next) {
    add_finding(m, f, &o->findings);
    replayed += confirm(m, l, f, a, why);
  }
  for (uint32_t i = 0; i < m->program->ncovers; i++)
    if (res->covered[i]) set_add(&o->covers, m->program->covers[i].name, strlen(m->program->covers[i].name), NULL);
  return replayed;
}

/* --- what the judge knows --- */

typedef struct {
  Model *model;
  VmState *s;                      /* every signature is computed on this machine, which all judges share */
  const VmNumbering *numbers;
  Classes classes;
  Outcome outcome;                 /* native: findings and covers of the program */
} Judged;

/* Notes the first thing that is wrong; true: it was the first. */
static bool wrong(Comparison *c, WrongKind kind, const char *algo) {
  if (c->wrong) return false;
  c->wrong = kind;
  c->algo = algo;
  return true;
}

/* The machine serves this judge from now on. */
static void judge(Judged *j, Model *m, VmState *s, ClassMode mode, uint64_t max_steps) {
  j->model = m;
  j->s = s;
  class_walk(m, s, mode, max_steps, &j->classes, &j->outcome);
  j->numbers = vm_numbering(s, &m->arena);
}

static void judged_free(Judged *j) {
  classes_free(&j->classes);
  outcome_free(&j->outcome);
}

/* The graph of states needs no dependence: it keeps the walk over classes honest. */
static void honest(Judged *j, const CompareOptions *opt, Comparison *c) {
  Outcome graph;
  Mem mem;
  Text why = { 0 };
  mem_init(&mem, 0);
  VmState *s = vm_new(j->model->program, &mem);
  CHECK(s && vm_adopt(s, j->numbers));
  judge_graph(j->model, s, opt->max_steps, &graph);
  vm_free(s);
  mem_deinit(&mem);
  if (graph.cut) c->skipped = true;
  else {
    if (j->outcome.broken) text_add(&why, "walk: %s", j->outcome.why.at);
    if (graph.broken) text_add(&why, "graph: %s", graph.why.at);
    outcome_diff(&j->outcome, &graph, "classes, not graph", &why);
    outcome_diff(&graph, &j->outcome, "graph, not classes", &why);
  }
  if (why.len && wrong(c, WRONG_JUDGE, NULL)) text_bytes(&c->why, why.at, why.len);
  text_free(&why);
  outcome_free(&graph);
  set_free(&j->outcome.finals);                  /* the real searches do not hand out their states */
}

/* --- the runs of a search --- */

typedef struct {
  Judged *judged;
  ClassMode mode;
  bool exact;
  const ClassSet *expected;
  ClassRun *run;
  ByteSet met;
  uint64_t runs, blocked;
  VmAction *actions; size_t cap;
  Text text;
  Comparison *c;
  const char *algo, *how;          /* how: which of its searches, for messages */
  Player *player;
} Hearing;

static const ClassSet *expected(const Classes *c, ClassMode mode) {
  switch (mode) {
    case CLASS_NATIVE: return &c->m;
    case CLASS_OBSERVERS: return &c->observers;
    case CLASS_LAZY: return &c->lazy;
    case CLASS_RF: return &c->rf;
  }
  return NULL;
}

static void tell_way(VmState *s, const VmAction *a, size_t n, Text *out) {
  char name[120], what[400];
  vm_reset(s);
  for (size_t i = 0; i < n; i++) {
    VmEvent ev;
    VmStatus st = vm_step(s, a[i].tid, a[i].choice, &ev);
    if (st != VM_OK && st != VM_FAULT) {
      text_add(out, "  thread %u choice %u is not enabled\n", a[i].tid, a[i].choice);
      return;
    }
    text_add(out, "  %s", vm_thread_name(s, a[i].tid, name, sizeof name));
    text_add(out, " (choice %s) %s%s\n", vm_choice_text(s, a[i].choice, name, sizeof name), vm_describe(s, &ev, what, sizeof what),
             vm_thread(s, a[i].tid) == TH_STUCK ? " [stuck]" : "");
  }
}

static void bad_run(Hearing *h, WrongKind kind, const char *what, size_t n) {
  if (!wrong(h->c, kind, h->algo)) return;
  text_add(&h->c->why, "%s%s: %s\n", h->algo, h->how, what);
  tell_way(h->judged->s, h->actions, n, &h->c->why);
}

static void fetch_way(Hearing *h, ExRun *run, size_t n) {
  if (n > h->cap) {
    h->cap = 2 * n;
    h->actions = realloc(h->actions, h->cap * sizeof *h->actions);
    CHECK(h->actions);
  }
  for (size_t i = 0; i < n; i++) h->actions[i] = run->path[i].action;       /* also the guards that failed */
}

static bool is_end(VmState *s) {
  const VmAction *a;
  size_t crashes = 0;
  return vm_actions(s, &a, &crashes) == crashes;
}

/* The class of the run that just replayed. A search by reads-from classes may judge a class by another order of this run, in
 * which its guards are stuck for good; where `finally` looks at the order, it must have run that one. */
static void entry_of(Hearing *h, bool blocked) {
  text_clear(&h->text);
  text_bytes(&h->text, "", 0);
  class_entry(h->run, h->mode, &h->text);
  if (h->mode == CLASS_RF && !blocked && h->text.at[0] == 'P') h->text.at[0] = 'E';
}

static void meet(Hearing *h, bool blocked, size_t n) {
  entry_of(h, blocked);
  if (h->mode != CLASS_OBSERVERS && blocked != (h->text.at[0] != 'E')) {
    bad_run(h, WRONG_COUNTS, "a run is counted as blocked and is not, or the other way round", n);
    return;
  }
  bool fresh = set_add(&h->met, h->text.at, h->text.len, NULL);
  if (!set_has(&h->expected->entries, h->text.at, h->text.len)) bad_run(h, WRONG_EXTRA, "a run of no known class", n);
  else if (!fresh && h->exact) bad_run(h, WRONG_REPEATED, "a class is met again", n);
}

/* ExLimits.ended. */
static void heard(void *ctx, ExRun *run) {
  Hearing *h = ctx;
  size_t n = run->depth;
  fetch_way(h, run, n);
  h->runs++;
  h->blocked += run->end == END_BLOCKED;
  if (h->c->wrong) return;
  if (!class_replay(h->run, h->actions, n)) bad_run(h, WRONG_REPLAY, "a run does not replay", n);
  else if (!is_end(h->judged->s)) bad_run(h, WRONG_EXTRA, "a run is not complete", n);
  else meet(h, run->end == END_BLOCKED, n);
}

/* Shows the first class that was not met. */
static void check_met(Hearing *h) {
  size_t lost = 0, first = 0, len;
  const ByteSet *all = &h->expected->entries;
  for (size_t i = all->count; i-- > 0;) {
    const uint8_t *p = set_get(all, i, &len);
    if (!set_has(&h->met, p, len)) { lost++; first = i; }
  }
  if (!lost || !wrong(h->c, WRONG_MISSING, h->algo)) return;
  text_add(&h->c->why, "%s%s misses %zu of %zu classes; the first:\n", h->algo, h->how, lost, all->count);
  const uint8_t *way = set_get(&h->expected->ways, first, &len);
  VmAction *a = malloc(len + 1);
  CHECK(a);
  memcpy(a, way, len);
  tell_way(h->judged->s, a, len / sizeof *a, &h->c->why);
  free(a);
}

static void check_count(Comparison *c, const char *algo, WrongKind kind, const char *what, uint64_t x, uint64_t y) {
  if (x == y || !wrong(c, kind, algo)) return;
  text_add(&c->why, "%s: %s: %llu, expected %llu\n", algo, what, (unsigned long long)x, (unsigned long long)y);
}

/* Runs with a stuck guard may count as either. */
static void check_observers_split(Hearing *h, const ExStats *st) {
  const Classes *c = &h->judged->classes;
  if (st->executions < c->obs_executions) check_count(h->c, h->algo, WRONG_COUNTS, "executions, at least", st->executions, c->obs_executions);
  if (st->blocked < c->obs_blocked) check_count(h->c, h->algo, WRONG_COUNTS, "blocked, at least", st->blocked, c->obs_blocked);
}

static void check_stats(Hearing *h, const ExStats *st) {
  check_count(h->c, h->algo, WRONG_COUNTS, "executions and blocked in the statistics, runs", st->executions + st->blocked, h->runs);
  check_count(h->c, h->algo, WRONG_COUNTS, "blocked in the statistics, runs", st->blocked, h->blocked);
  if (!h->exact) return;
  check_count(h->c, h->algo, WRONG_COUNTS, "redundant runs", st->redundant, 0);
  if (h->mode == CLASS_OBSERVERS) { check_observers_split(h, st); return; }
  check_count(h->c, h->algo, WRONG_COUNTS, "executions", st->executions, h->expected->executions);
  check_count(h->c, h->algo, WRONG_COUNTS, "blocked", st->blocked, h->expected->blocked);
}

/* FOUND: the outcome of the native judge. */
static void check_found(Hearing *h, const ExLimits *l, const ExResult *res, Arena *a, const Outcome *found, WrongKind kind) {
  Outcome mine;
  Text why = { 0 }, replay = { 0 };
  memset(&mine, 0, sizeof mine);
  h->c->replayed += compare_findings(h->judged->model, l, res, a, &mine, &replay);
  outcome_diff(found, &mine, "judge only", &why);
  outcome_diff(&mine, found, "search only", &why);
  if (why.len && wrong(h->c, kind, h->algo)) text_add(&h->c->why, "%s%s\n%s", h->algo, h->how, why.at);
  if (replay.len && wrong(h->c, WRONG_REPLAY, h->algo)) text_add(&h->c->why, "%s%s: %s", h->algo, h->how, replay.at);
  text_free(&why);
  text_free(&replay);
  outcome_free(&mine);
}

static void check_complete(const Hearing *h, const ExResult *res) {
  if (res->complete || !wrong(h->c, WRONG_INCOMPLETE, h->algo)) return;
  text_add(&h->c->why, "%s%s: %s\n", h->algo, h->how, res->limit ? res->limit : "?");
}

static void run_it(Hearing *h, const ExLimits *l, Arena *a, ExResult *res) {
  const BcProgram *p = h->judged->model->program;
  memset(res, 0, sizeof *res);
  if (h->player) player_run(h->player, &h->judged->classes, h->mode, p, l, a, res);
  else ex_run(p, ex_algorithm(h->algo)->algo, l, a, res);
}

static Hearing hearing(Judged *j, unsigned i, const char *how, Comparison *c) {
  return (Hearing){ .judged = j, .mode = modes[i], .exact = i >= COMPARE_OPTIMAL, .expected = expected(&j->classes, modes[i]), .c = c,
                    .algo = compare_algos[i], .how = how };
}

static void hearing_free(Hearing *h) {
  set_free(&h->met);
  text_free(&h->text);
  free(h->actions);
  if (h->run) class_run_free(h->run);
}

/* SHUFFLE: as in ExLimits. */
static void search(Judged *j, unsigned i, uint64_t shuffle, const Outcome *found, Player *player, Comparison *c) {
  Arena a;
  ExResult res;
  Hearing h = hearing(j, i, shuffle ? " (shuffled)" : "", c);
  ExLimits l = usual;
  l.numbering = j->numbers;
  l.shuffle = shuffle;
  h.run = class_run_new(j->s);
  h.player = player;
  if (!found->no_start) {
    l.ended = heard;
    l.ended_ctx = &h;
  }
  arena_init(&a);
  run_it(&h, &l, &a, &res);
  l.ended = NULL;
  if (!found->no_start) {
    check_complete(&h, &res);
    check_met(&h);
    check_stats(&h, &res.stats);
  }
  check_found(&h, &l, &res, &a, found, WRONG_FINDINGS);
  c->done[i] = true;
  c->runs[i] = h.runs;
  c->redundant[i] = res.stats.redundant;
  arena_deinit(&a);
  hearing_free(&h);
}

/* Several workers number messages, choices and spawned threads each in its own way, so only counts and findings are compared. */
static void search_with_workers(Judged *j, unsigned i, uint32_t workers, const Outcome *found, Comparison *c) {
  Arena a;
  ExResult res;
  Hearing h = hearing(j, i, workers == 2 ? " (2 workers)" : " (8 workers)", c);
  ExLimits l = usual;
  l.numbering = j->numbers;
  l.jobs = workers;
  arena_init(&a);
  run_it(&h, &l, &a, &res);
  if (!found->no_start) {
    check_complete(&h, &res);
    check_count(c, h.algo, WRONG_WORKERS, "executions with several workers", res.stats.executions, h.expected->executions);
    check_count(c, h.algo, WRONG_WORKERS, "blocked with several workers", res.stats.blocked, h.expected->blocked);
    check_count(c, h.algo, WRONG_WORKERS, "redundant runs with several workers", res.stats.redundant, 0);
  }
  check_found(&h, &l, &res, &a, found, WRONG_WORKERS);
  arena_deinit(&a);
  hearing_free(&h);
}

/* Counts do not depend on how threads are numbered. */
static void search_reversed(const char *text, unsigned i, uint64_t expected, Comparison *c) {
  Text t = { 0 };
  Model m;
  Arena a;
  ExResult res;
  text_reverse_threads(text, &t);
  CHECK(model_compile(&m, "generated.d", t.at, t.len));
  memset(&res, 0, sizeof res);
  arena_init(&a);
  ex_run(m.program, ex_algorithm(compare_algos[i])->algo, &usual, &a, &res);
  check_count(c, compare_algos[i], WRONG_ORDER, "runs with the threads reversed", res.stats.executions + res.stats.blocked, expected);
  arena_deinit(&a);
  model_free(&m);
  text_free(&t);
}

/* All the searches of one algorithm. J: the judge of its kind of machine. */
static void compare_one(const char *text, Judged *j, unsigned i, const Outcome *found, const CompareOptions *opt, Comparison *c) {
  bool plans = i == COMPARE_LAZY || i == COMPARE_DC;
  search(j, i, 0, found, opt->player, c);
  if (opt->player) return;
  if (plans && !c->wrong) search(j, i, opt->seed | 1, found, NULL, c);
  bool parallel = plans && opt->workers && ex_algorithm(compare_algos[i])->algo->promises & EX_PARALLEL;
  for (uint32_t n = 2; parallel && n <= 8 && !c->wrong; n += 6) search_with_workers(j, i, n, found, c);
  if (opt->reversed && i >= COMPARE_OPTIMAL && !found->no_start && !c->wrong) search_reversed(text, i, c->runs[i], c);
}

/* 4.6: what reads-from classes cannot tell apart. */
static bool refuses(unsigned i, const BcProgram *p) { return i == COMPARE_DC && (p->ninvariants || p->ncovers); }

static void check_relation(Comparison *c, bool holds, const char *what, uint64_t x, uint64_t y) {
  if (holds || !wrong(c, WRONG_RELATION, NULL)) return;
  text_add(&c->why, "%s: %llu and %llu\n", what, (unsigned long long)x, (unsigned long long)y);
}

/* Is there anything that fails where guards fail? An atomic block also does when it chooses from a range that is empty. */
static bool guards(const BcProgram *p) {
  for (uint32_t pc = 0; pc < p->ncode; pc++) if (p->code[pc].op == OP_ATOMIC && p->code[pc].c & REGION_CHOOSES) return true;
  return p->has_guard || p->has_either;
}

/* lazy counts the runs where guards wait, and each once, whatever the program; what it prunes besides comes from guards. */
static void lazy_relations(const Classes *native, const Classes *lazy, const BcProgram *p, Comparison *c) {
  uint64_t m = native->m.executions, n = lazy->lazy.executions;
  check_relation(c, m == n, "executions where guards wait, of lazy", m, n);
  check_relation(c, guards(p) || native->m.blocked == lazy->lazy.blocked, "blocked where there are no guards, of lazy", native->m.blocked, lazy->lazy.blocked);
  check_relation(c, set_equal(&native->m.entries, &lazy->waiting), "other classes where guards wait, of lazy", native->m.entries.count, lazy->waiting.count);
}

/* Each notion is coarser than the one before; that of reads-from only where there are no guards. */
static void coarser(const Classes *native, const Classes *failing, const BcProgram *p, Comparison *c) {
  uint64_t m = native->m.entries.count, all = failing->failing.count, obs = failing->observers.entries.count, rf = failing->rf.entries.count;
  check_relation(c, all >= obs, "classes with failing guards, with observers", all, obs);
  if (guards(p)) return;
  check_relation(c, m == all, "classes where guards wait, where they fail, and there are none", m, all);
  check_relation(c, obs >= rf, "classes with observers, reads-from classes", obs, rf);
}

/* The algorithms of a machine with failing guards: lazy, or the others. */
static bool works_on(unsigned i, ClassMode mode) {
  return i >= COMPARE_OBSERVERS && i < COMPARE_STATEFUL && (mode == CLASS_LAZY) == (modes[i] == CLASS_LAZY);
}

/* The relations are looked at also where no algorithm of the kind is there yet. */
static bool any_wanted(ClassMode mode, const CompareOptions *opt) {
  for (unsigned i = 0; i < COMPARE_ALGOS; i++) if (works_on(i, mode) && compare_wanted(i, opt)) return true;
  return !opt->only;
}

/* Those with failing guards: the same program, another kind of machine. */
static void compare_failing(const char *text, Judged *native, ClassMode mode, const CompareOptions *opt, Comparison *c) {
  Judged j = { 0 };
  const BcProgram *p = native->model->program;
  if (c->wrong || !any_wanted(mode, opt)) return;
  judge(&j, native->model, native->s, mode, opt->max_steps);
  if (j.outcome.broken && wrong(c, WRONG_JUDGE, NULL)) text_add(&c->why, "walk with failing guards: %s", j.outcome.why.at);
  c->lazy += j.classes.lazy.entries.count;
  c->observers += j.classes.observers.entries.count;
  c->rf += j.classes.rf.entries.count;
  if (!j.outcome.cut) (mode == CLASS_LAZY ? lazy_relations : coarser)(&native->classes, &j.classes, p, c);
  for (unsigned i = 0; i < COMPARE_ALGOS && !j.outcome.cut && !c->wrong; i++) {
    if (!works_on(i, mode) || !compare_wanted(i, opt)) continue;
    c->refused[i] = refuses(i, p);
    if (!c->refused[i]) compare_one(text, &j, i, &native->outcome, opt, c);
  }
  judged_free(&j);
}

static void compare_all(const char *text, Judged *j, const CompareOptions *opt, Comparison *c) {
  for (unsigned i = 0; i < COMPARE_OBSERVERS && !c->wrong; i++)
    if (compare_wanted(i, opt)) compare_one(text, j, i, &j->outcome, opt, c);
  compare_failing(text, j, CLASS_LAZY, opt, c);
  compare_failing(text, j, CLASS_RF, opt, c);
}

/* --- stateful searches --- */

enum { MAX_STATES = 4000, MAX_FIRST = 200 };

static void compare_states(const StateJudge *j, unsigned i, bool object_dep, Comparison *c) {
  StatefulTally t = { 0 };
  Text why = { 0 };
  WrongKind kind = stateful_compare(j, ex_algorithm(compare_algos[i])->algo, NULL, object_dep, &t, &why);
  if (kind && wrong(c, kind, compare_algos[i])) text_add(&c->why, "%s%s: %s", compare_algos[i], object_dep ? " --dep=object" : "", why.at);
  c->done[i] = true;
  c->runs[i] += t.ends;
  c->replayed += t.replayed;
  text_free(&why);
}

static void compare_reduced(Model *m, const FullGraph *g, unsigned i, Comparison *c) {
  Text why = { 0 };
  ReducedKind kind = reduced_check(m, g, ex_algorithm(compare_algos[i])->algo, NULL, NULL, &why);
  if (kind && wrong(c, WRONG_GRAPH, compare_algos[i]))
    text_add(&c->why, "%s%s: %s\n%s", compare_algos[i], g->relation == RELATE_OBJECT ? " --dep=object" : "", reduced_kinds[kind], why.at);
  text_free(&why);
}

static void compare_graphs(Model *m, FullGraph *g, const CompareOptions *opt, Comparison *c) {
  for (int r = RELATE_OWN; r <= RELATE_OBJECT; r++) {
    if (!sources_first(g, (SourceRelation)r, MAX_FIRST)) continue;
    for (unsigned i = COMPARE_STATEFUL + 1; i < COMPARE_ALGOS && !c->wrong; i++) if (compare_wanted(i, opt)) compare_reduced(m, g, i, c);
  }
}

static void compare_stateful(Model *m, const CompareOptions *opt, Comparison *c) {
  StateJudge j;
  FullGraph g;
  state_judge(m, opt->max_steps, &j);
  if (j.graph.broken && wrong(c, WRONG_JUDGE, NULL)) text_add(&c->why, "graph: %s", j.graph.why.at);
  c->skipped |= j.graph.cut;
  for (unsigned i = COMPARE_STATEFUL; i < COMPARE_ALGOS && !j.graph.cut; i++)
    for (int object = 0; object <= (i > COMPARE_STATEFUL) && !c->wrong && compare_wanted(i, opt); object++) compare_states(&j, i, object, c);
  if (!j.graph.cut && !c->wrong) {
    sources_build(m, j.numbers, MAX_STATES, &g);
    if (!g.cut && !g.cyclic && !g.no_start) compare_graphs(m, &g, opt, c);
    sources_free(&g);
  }
  state_judge_free(&j);
}

static void compare_classes(const char *text, Model *m, const CompareOptions *opt, Comparison *c) {
  Judged j = { 0 };
  Mem mem;
  mem_init(&mem, 0);
  VmState *s = vm_new(m->program, &mem);
  CHECK(s);
  judge(&j, m, s, CLASS_NATIVE, opt->max_steps);
  c->executions = j.classes.m.executions;
  c->blocked = j.classes.m.blocked;
  c->prefixes = j.classes.prefixes;
  c->skipped = j.outcome.cut;
  if (!c->skipped) honest(&j, opt, c);
  if (!c->skipped && !c->wrong) compare_all(text, &j, opt, c);
  judged_free(&j);
  vm_free(s);
  mem_deinit(&mem);
}

/* A program that is too large for the one judge is too large for the other. */
static void compare_model(const char *text, Model *m, const CompareOptions *opt, Comparison *c) {
  if (!opt->only_stateful) compare_classes(text, m, opt, c);
  if (opt->stateful && !c->wrong && !c->skipped) compare_stateful(m, opt, c);
}

void compare_text(const char *text, const CompareOptions *opt, Comparison *c) {
  Model m;
  memset(c, 0, sizeof *c);
  if (model_compile(&m, "generated.d", text, strlen(text))) compare_model(text, &m, opt, c);
  else {
    wrong(c, WRONG_COMPILE, NULL);
    text_add(&c->why, "does not compile\n");
  }
  model_free(&m);
}
