/* tests/prop/prop_shorten.c -- shortened schedules on random programs that end and on programs with loops, found by searches of
 * every kind. A shortened schedule must replay to the same finding, be no longer, have no more switches when it is as long, keep
 * to the bounds of the search, and be the same when it is made again. Where a shortest run is claimed, breadth-first search of all
 * states must need as many steps, and on programs small enough for all runs none of these may be better. What is left out step by
 * step (trim.h) is also tried alone, without the search that would find the shortest at once. */
#include <stdio.h>
#include <string.h>
#include "explore/seek.h"
#include "explore/shorten.h"
#include "explore/trace.h"
#include "explore/trim.h"
#include "tests/greatest.h"
#include "tests/prop/gen.h"
#include "tests/prop/gen_loops.h"

extern const ExAlgo ex_sample;

enum { MAX_FINDINGS = 200, TRIM_WORK = 2000000 };

static struct {
  uint64_t programs, searches, findings, shorter, better, shortest, judged, trimmed, trimmed_best, fat, fat_left;
  uint64_t steps, left, kinds[FIND_COUNT];
} tally;

typedef struct {
  const Model *m;
  const ExLimits *limits;        /* of the search */
  const char *algo;
  const ShortenWork *work;
  Arena arena;
  ExResult bfs; bool bfs_complete;
  Text *why;
} Case;

/* --- preemptions, counted anew --- */

static bool could_go_on(VmState *s, int last) {
  const VmAction *a;
  size_t n = last >= 0 ? vm_thread_actions(s, (VmTid)last, &a) : 0;
  return n && a[0].choice != VM_CRASH;
}

static int64_t preemptions(const BcProgram *p, const ExFinding *f) {
  Mem mem;
  int64_t count = 0;
  int last = -1;
  mem_init(&mem, 0);
  VmState *s = vm_new(p, &mem);
  CHECK(s && vm_adopt(s, f->numbering));
  for (size_t i = 0; i < f->nschedule; i++) {
    VmEvent ev;
    VmAction a = f->schedule[i];
    if (a.choice != VM_CRASH) count += a.tid != last && could_go_on(s, last), last = a.tid;
    vm_step(s, a.tid, a.choice, &ev);
  }
  vm_free(s);
  mem_deinit(&mem);
  return count;
}

/* --- cycles --- */

enum { MAX_PLACES = 4000 };
typedef struct { bool steps[VM_MAX_THREADS + 1], starves[VM_MAX_THREADS + 1], places[MAX_PLACES]; } Cycle;

/* Who steps in the cycle of F, and who could in all its states and does not. */
static Cycle cycle_of(const BcProgram *p, const ExFinding *f) {
  Cycle c = { { false }, { false }, { false } };
  Mem mem;
  mem_init(&mem, 0);
  VmState *s = vm_new(p, &mem);
  CHECK(s && vm_adopt(s, f->numbering) && p->ncode <= MAX_PLACES);
  for (size_t i = 0; i < f->nschedule; i++) {
    VmEvent ev;
    VmAction a = f->schedule[i];
    for (unsigned t = 0; i >= f->loop && t < vm_nthreads(s); t++)
      c.starves[t] = (i == f->loop || c.starves[t]) && could_go_on(s, (int)t);
    if (i >= f->loop) c.steps[a.tid] = c.places[vm_pc(s, a.tid)] = true;
    CHECK(vm_step(s, a.tid, a.choice, &ev) == VM_OK);
  }
  for (unsigned t = 0; t <= VM_MAX_THREADS; t++) c.starves[t] &= !c.steps[t];
  vm_free(s);
  mem_deinit(&mem);
  return c;
}

static bool same_cycle(const BcProgram *p, const ExFinding *f, const ExFinding *g) {
  Cycle x = cycle_of(p, f), y = cycle_of(p, g);
  return g->loop <= f->loop && g->loop < g->nschedule && memcmp(&x, &y, sizeof x) == 0;
}

/* --- all runs, for programs small enough --- */

static struct { const ExFinding *f; uint64_t count; size_t steps, switches; } all;

static bool all_open(ExRun *run) { return ex_algorithm("naive")->algo->open(run); }
static bool all_took(ExRun *run, const VmEvent *ev) { return ex_algorithm("naive")->algo->took(run, ev); }
static void all_close(ExRun *run) { ex_algorithm("naive")->algo->close(run); }

static ExMove all_next(ExRun *run) {
  const ExFinding *met = find_same(all.f->what == FIND_UNREAD ? &run->result->unread : &run->result->findings, all.f);
  unread_forget(run);
  if (met && met->count != all.count) {
    VmAction path[1000];
    CHECK(run->depth <= 1000);
    all.count = met->count;
    for (uint32_t i = 0; i < run->depth; i++) path[i] = run->path[i].action;
    size_t switches = seek_switches(path, run->depth);
    if (run->depth < all.steps || (run->depth == all.steps && switches < all.switches)) all.steps = run->depth, all.switches = switches;
  }
  return ex_algorithm("naive")->algo->next(run);
}

/* The best of all runs that show F, in all.steps and all.switches. False: too many runs. */
static bool best_of_all(Case *c, const ExFinding *f) {
  ExLimits l = { .all = true, .depth = -1, .preemptions = c->limits->preemptions, .events = 900, .states = 30000, .unread = LEVEL_LIST,
                 .numbering = f->numbering };
  ExAlgo algo = *ex_algorithm("naive")->algo;
  ExResult res;
  algo.open = all_open, algo.took = all_took, algo.close = all_close, algo.next = all_next;
  all.f = f, all.count = 0, all.steps = all.switches = SIZE_MAX;
  ex_run(c->m->program, &algo, &l, &c->arena, &res);
  return !res.limit || strcmp(res.limit, "preemptions") == 0;
}

/* --- judging --- */

static void wrong(Case *c, const ExFinding *f, const char *what) {
  text_add(c->why, "%s: %s (%s: %s, %zu steps)\n", c->algo, what, find_word(f->what), f->text, f->nschedule);
}

static bool same_finding(const ExFinding *f, const ExFinding *g) {
  ExFindings one = { .first = (ExFinding *)g };
  ExFinding *next = one.first->next;
  one.first->next = NULL;
  bool same = find_same(&one, f) != NULL;
  one.first->next = next;
  return same;
}

static bool has_shortest(const ExFinding *f) { return f->what != FIND_RACE && f->what != FIND_PROGRESS; }
static bool searches(const Case *c) { return c->work->seek == shorten_usual.seek; }

static size_t bfs_steps(const Case *c, const ExFinding *f) {
  const ExFinding *g = find_same(f->what == FIND_UNREAD ? &c->bfs.unread : &c->bfs.findings, f);
  return g ? g->nschedule : 0;
}

/* What must hold of any schedule made from F's. */
static void judge(Case *c, const ExFinding *f, const ExFinding *g) {
  size_t had = seek_switches(f->schedule, f->nschedule), has = seek_switches(g->schedule, g->nschedule);
  bool changed = f->schedule != g->schedule;                 /* the two accesses of a race are shown beyond the bound */
  if (!same_finding(f, g)) wrong(c, f, "became another finding");
  if (g->nschedule > f->nschedule) wrong(c, f, "got longer");
  if (g->nschedule == f->nschedule && has > had) wrong(c, f, "got more switches");
  if (!trace_build(c->m->program, c->limits, g, 0, &c->arena)->confirmed) wrong(c, f, "does not replay");
  bool bounded = changed && c->limits->preemptions >= 0;
  if (bounded && preemptions(c->m->program, g) > c->limits->preemptions) wrong(c, f, "interrupts too often");
  if (f->what == FIND_PROGRESS && !same_cycle(c->m->program, f, g)) wrong(c, f, "goes round another way");
  size_t least = has_shortest(f) ? bfs_steps(c, f) : 0;
  if (least > g->nschedule) wrong(c, f, "is shorter than a shortest run");
}

static void judge_shortest(Case *c, const ExFinding *f, const ExFinding *g) {
  size_t least = bfs_steps(c, f);
  tally.shortest++;
  if (c->bfs_complete && least != g->nschedule) wrong(c, g, "is claimed to be shortest and is not");
  if (ex_may_loop(c->m->program) || !best_of_all(c, f)) return;
  tally.judged++;
  if (all.steps != g->nschedule) wrong(c, g, "is not the shortest of all runs");
  else if (searches(c) && all.switches != seek_switches(g->schedule, g->nschedule))
    wrong(c, g, "has not the fewest switches of the shortest runs");
}

static void judge_all(Case *c, const ExFinding *const *before, const ExFinding **after, const Shortened *s, size_t n) {
  for (size_t i = 0; i < n && !c->why->len; i++) {
    bool changed = before[i] != after[i];
    tally.findings++;
    tally.kinds[before[i]->what]++;
    tally.steps += before[i]->nschedule;
    tally.left += after[i]->nschedule;
    tally.shorter += after[i]->nschedule < before[i]->nschedule;
    tally.better += changed;
    judge(c, before[i], after[i]);
    if (s[i].found != (changed ? before[i]->nschedule : 0)) wrong(c, before[i], "`found` is not as it was found");
    if (s[i].shortest) judge_shortest(c, before[i], after[i]);
    else if (c->bfs_complete && searches(c) && has_shortest(before[i])) wrong(c, after[i], "could have been found outright");
  }
}

static bool same_schedule(const ExFinding *f, const ExFinding *g) {
  if (f->nschedule != g->nschedule || f->loop != g->loop) return false;
  for (size_t i = 0; i < f->nschedule; i++)
    if (f->schedule[i].tid != g->schedule[i].tid || f->schedule[i].choice != g->schedule[i].choice) return false;
  return true;
}

static void judge_again(Case *c, const ExFinding *const *before, const ExFinding **after, size_t n) {
  const ExFinding *again[MAX_FINDINGS];
  Shortened s[MAX_FINDINGS];
  memcpy(again, before, n * sizeof *again);
  shorten(c->m->program, c->limits, c->work, false, again, n, s, &c->arena);
  for (size_t i = 0; i < n && !c->why->len; i++)
    if (!same_schedule(again[i], after[i])) wrong(c, before[i], "is another one the second time");
}

/* --- what is left out, without the search that finds a shortest way --- */

static bool (*const ways[])(Trim *) = { trim_cycles, trim_past, trim_threads, trim_turns, trim_chunks, trim_merge };
enum { WAYS = sizeof ways / sizeof *ways };

static void leave_out(Trim *t, bool everything) {
  if (everything) {
    trim_all(t);
    return;
  }
  for (bool any = true; any;) {
    any = false;
    for (int i = 0; i < WAYS; i++) any |= ways[i](t);
  }
}

static void judge_trim(Case *c, const ExFinding *f, bool everything) {
  Trim t;
  if (!trim_open(&t, c->m->program, c->limits, f, TRIM_WORK)) wrong(c, f, "cannot be tried");
  else leave_out(&t, everything);
  judge(c, f, &t.best);
  size_t least = !has_shortest(f) || !c->bfs_complete ? 0 : bfs_steps(c, f);
  tally.trimmed += least > 0;
  tally.trimmed_best += least && t.best.nschedule == least;
  if (f->what == FIND_PROGRESS) tally.fat += f->nschedule, tally.fat_left += t.best.nschedule;
  trim_close(&t);
}

/* F after a random walk in its cycle that comes round; F itself, once more around, where the walk does not come back. */
static ExFinding fatten(Case *c, const ExFinding *f, uint64_t seed) {
  enum { WALK = 40 };
  Rng r = rng_new(seed);
  ExFinding g = *f;
  Mem mem;
  size_t len, now, cycle = f->nschedule - f->loop, walked = 0, n = f->loop;
  g.schedule = ARENA_ARRAY(&c->arena, VmAction, f->nschedule + 2 * cycle + WALK);
  memcpy(g.schedule, f->schedule, f->loop * sizeof *g.schedule);
  mem_init(&mem, 0);
  VmState *s = vm_new(c->m->program, &mem);
  CHECK(s && vm_adopt(s, f->numbering));
  VmEvent ev;
  for (size_t i = 0; i < f->loop; i++) vm_step(s, f->schedule[i].tid, f->schedule[i].choice, &ev);
  const uint8_t *bytes = vm_encode(s, &len, true);
  uint8_t *begin = memcpy(ARENA_ARRAY(&c->arena, uint8_t, len), bytes, len);
  for (size_t i = 1; i <= WALK; i++) {
    const VmAction *a;
    size_t crashes, k = vm_actions(s, &a, &crashes);
    if (!k) break;
    g.schedule[n + i - 1] = a[rng_below(&r, (unsigned)k)];
    vm_step(s, g.schedule[n + i - 1].tid, g.schedule[n + i - 1].choice, &ev);
    bytes = vm_encode(s, &now, true);
    if (now == len && memcmp(bytes, begin, len) == 0) walked = i;
  }
  vm_free(s);
  mem_deinit(&mem);
  n += walked;
  for (int twice = 0; twice < 2; twice++, n += cycle) memcpy(g.schedule + n, f->schedule + f->loop, cycle * sizeof *g.schedule);
  g.loop = rng_one_in(&r, 2) ? f->loop : f->loop + walked;   /* the walk is part of the cycle, or of the way to it */
  g.nschedule = n;
  return g;
}

static void judge_fat(Case *c, const ExFinding *f, uint64_t seed) {
  ExFinding g = fatten(c, f, seed);
  judge_trim(c, &g, seed % 2);
}

/* --- searches --- */

static size_t gather(const ExResult *res, const ExFinding **out) {
  const ExFindings *lists[] = { &res->findings, &res->races, &res->unread };
  size_t n = 0;
  for (size_t i = 0; i < 3; i++)
    for (const ExFinding *f = lists[i]->first; f; f = f->next)
      if (f->has_schedule && f->nschedule && n < MAX_FINDINGS) out[n++] = f;
  return n;
}

static void breadth_first(Case *c) {
  ExLimits l = { .all = true, .bfs = true, .depth = -1, .preemptions = c->limits->preemptions, .unread = LEVEL_ERROR, .states = 5000 };
  ex_run(c->m->program, ex_algorithm("stateful:reach")->algo, &l, &c->arena, &c->bfs);
  c->bfs_complete = c->bfs.complete || (c->bfs.limit && strcmp(c->bfs.limit, "preemptions") == 0);
}

/* Now and then there is so little work that the search ends somewhere, or what is left out has to do without it. */
static ShortenWork work_for(uint64_t seed) {
  ShortenWork w = shorten_usual;
  if (seed % 4 == 1) w.seek = 500 + seed % 97 * 300;
  if (seed % 4 == 2) w.seek = 1, w.trim = 400000;
  return w;
}

static void check(const Model *m, const ExAlgo *algo, const ExLimits *l, Text *why) {
  ShortenWork work = work_for(l->seed);
  Case c = { .m = m, .limits = l, .algo = algo->name, .work = &work, .why = why };
  const ExFinding *before[MAX_FINDINGS], *after[MAX_FINDINGS];
  Shortened s[MAX_FINDINGS];
  ExResult res;
  arena_init(&c.arena);
  ex_run(m->program, algo, l, &c.arena, &res);
  size_t n = gather(&res, before);
  tally.searches++;
  if (n) {
    breadth_first(&c);
    memcpy(after, before, n * sizeof *after);
    shorten(m->program, l, c.work, false, after, n, s, &c.arena);
    judge_all(&c, before, after, s, n);
    judge_again(&c, before, after, n);
    for (size_t i = 0; i < n && i < 4 && !why->len; i++) judge_trim(&c, before[i], (l->seed + i) % 2);
    for (size_t i = 0; i < n && !why->len; i++)
      if (before[i]->what == FIND_PROGRESS) judge_fat(&c, before[i], l->seed + i);
  }
  arena_deinit(&c.arena);
}

static ExLimits limits(uint64_t seed) {
  return (ExLimits){ .seed = seed, .all = true, .depth = -1, .preemptions = -1, .events = 300, .states = 20000,
                     .races = LEVEL_ERROR, .unread = LEVEL_ERROR };
}

static bool knows(const ExAlgo *algo, const BcProgram *p) {
  if (p->ninvariants + p->ncovers && !(algo->promises & EX_INVARIANTS)) return false;
  return !ex_may_loop(p) || algo->promises & EX_STATEFUL;
}

static void check_all(const Model *m, uint64_t seed, Text *why) {
  static const char *const algos[] = { "naive", "stateful:reach", "optimal", "dc", "observers", "lazy",
                                       "stateful:full+sleep", "stateful:full-sleep" };
  ExLimits l = limits(seed);
  l.samples = 20, l.pct = seed % 2 ? 3 : 0;
  check(m, &ex_sample, &l, why);
  const char *name = algos[seed % (sizeof algos / sizeof *algos)];
  l = limits(seed);
  if (seed % 5 == 0 && seed % (sizeof algos / sizeof *algos) < 2) l.preemptions = 1;
  if (strncmp(name, "stateful:f", 10) == 0) l.races = LEVEL_OFF;
  if (!why->len && knows(ex_algorithm(name)->algo, m->program)) check(m, ex_algorithm(name)->algo, &l, why);
  l = limits(seed);
  l.lasso = seed % 3 ? LASSO_ANY : LASSO_FAIR;
  if (!why->len && ex_may_loop(m->program)) check(m, ex_algorithm("stateful:reach")->algo, &l, why);
}

static bool program(uint64_t seed, const char *text) {
  Model m;
  Text why = { 0 };
  if (!model_compile(&m, "generated.d", text, strlen(text))) text_add(&why, "does not compile\n");
  else check_all(&m, seed, &why);
  tally.programs++;
  bool ok = why.len == 0;
  if (!ok) fprintf(stderr, "seed %llu:\n%s%s\n", (unsigned long long)seed, why.at, text);
  text_free(&why);
  model_free(&m);
  return ok;
}

static void print_tally(void) {
  printf("  %llu programs, %llu searches, %llu findings:", (unsigned long long)tally.programs, (unsigned long long)tally.searches,
         (unsigned long long)tally.findings);
  for (int w = 0; w < FIND_COUNT; w++)
    if (tally.kinds[w]) printf(" %s %llu", find_word((ExWhat)w), (unsigned long long)tally.kinds[w]);
  printf("\n  %llu shorter, %llu with as many steps better, %llu steps of %llu left; %llu shortest, %llu of them judged by all runs\n",
         (unsigned long long)tally.shorter, (unsigned long long)(tally.better - tally.shorter), (unsigned long long)tally.left,
         (unsigned long long)tally.steps, (unsigned long long)tally.shortest, (unsigned long long)tally.judged);
  printf("  %llu trimmed alone, %llu of them to a shortest run; %llu steps of %llu left of long cycles\n",
         (unsigned long long)tally.trimmed, (unsigned long long)tally.trimmed_best, (unsigned long long)tally.fat_left,
         (unsigned long long)tally.fat);
  memset(&tally, 0, sizeof tally);
}

TEST of_programs_that_end(void) {
  unsigned n = prop_count(1200), bad = 0;
  uint64_t seed = prop_first_seed();
  for (unsigned i = 0; i < n && bad < prop_keep(); i++, seed++) {
    Text t = { 0 };
    gen_program(seed, i % 4 == 0 ? "prwj" : i % 4 == 1 ? "rwseki" : i % 4 == 2 ? NULL : "rwlgmvb", &t, NULL);
    bad += !program(seed, t.at);
    text_free(&t);
  }
  print_tally();
  ASSERT_EQ(0u, bad);
  PASS();
}

TEST of_programs_with_loops(void) {
  unsigned n = prop_count(600), bad = 0;
  uint64_t seed = prop_first_seed();
  for (unsigned i = 0; i < n && bad < prop_keep(); i++, seed++) {
    Text t = { 0 };
    char used[32];
    gen_loops(seed, &t, used);
    bad += !program(seed, t.at);
    text_free(&t);
  }
  print_tally();
  ASSERT_EQ(0u, bad);
  PASS();
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_TEST(of_programs_that_end);
  RUN_TEST(of_programs_with_loops);
  GREATEST_MAIN_END();
}
