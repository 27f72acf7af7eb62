/* tests/unit/explore/test_plan.c -- the plan engine under a policy that is easy to count: at each step it is decided who goes
 * first, so that every interleaving is planned once. In any order of tasks and with any number of workers the runs are
 * those, the shares of the search sum to the whole, the path is the way to the node, and nothing is left behind. */
#include <string.h>
#include "explore/algo/plan.h"
#include "explore/model.h"
#include "tests/greatest.h"

static Model model;
static Options opts;
static ExResult result;
static uint32_t wrong;                       /* by all workers */
static bool twice;                           /* every alternative is offered twice */
static bool children;                        /* thread t is made by the t-th step of thread 0 */
static uint32_t drop_from;                   /* tasks this deep are dropped where they arrive; UINT32_MAX: none */

static bool compile(const char *text) {
  return model_open_text(&model, "t.d", text, strlen(text)) == MODEL_OK && model_options(&model, &opts, CMD_CHECK, 0, NULL) == MODEL_OK &&
         model_compile(&model, &opts) == MODEL_OK;
}

static void expect(bool ok) {
  if (!ok) __atomic_add_fetch(&wrong, 1, __ATOMIC_RELAXED);
}

/* --- the policy: node k decides who makes step k --- */

static Hist who(VmTid tid) { return hist_mix((Hist){ 1, 2 }, tid); }
static bool before(Plan *pl, VmTid tid) { return pl && tid < VM_MAX_THREADS; }
static bool push(Plan *pl, const VmEvent *ev) { return ev && plan_wide(pl, vm_nthreads(pl->run->vm)); }
static void pop(Plan *pl, uint32_t to) { expect(to < pl->run->depth); }
static PlanAnswer ending(Plan *pl) { return pl->task ? PLAN_GO : PLAN_STOP; }

/* So many steps of each thread come before step K. */
static void counts(const Plan *pl, uint32_t k, Clock *c) {
  memset(c, 0, pl->stride * sizeof *c);
  for (uint32_t i = 0; i < k; i++) c[pl->run->path[i].action.tid]++;
}

static PlanAnswer arrived(Plan *pl) {
  Clock c[VM_MAX_THREADS + 1 + CLOCK_LANE];
  expect(pl->npath == pl->task->n && pl->run->depth == pl->task->n);
  for (uint32_t k = 0; k < pl->npath; k++) {
    const PlanNode *n = pl->path[k].node;
    counts(pl, k, c);
    expect(n->depth == k && n->parent == (k ? pl->path[k - 1].node : NULL) && n->what.index == k && pl->path[k].what.index == k);
    expect(memcmp(c, plan_set(pl, k), pl->stride * sizeof *c) == 0);
  }
  counts(pl, pl->task->n, c);
  expect(memcmp(c, pl->done, pl->stride * sizeof *c) == 0);
  return pl->task->n >= drop_from ? PLAN_DROP : PLAN_GO;
}

static bool instead(Plan *pl, uint32_t k, VmTid tid) {
  bool ok = true;
  if (plan_seen(pl, pl->path[k].node, who(tid), &ok) || !ok) return ok;
  PlanTask *t = plan_task(pl, pl->path[k].node, k + 1);
  if (!t) return false;
  for (uint32_t i = 0; i < k; i++) t->a[i] = pl->run->path[i].action;
  t->a[k] = (VmAction){ tid, 0 };
  return plan_add(pl, t);
}

/* Threads of the model never wait, and each makes as many steps as in any other run. */
static bool end(Plan *pl) {
  uint32_t n = pl->run->depth;
  Clock all[VM_MAX_THREADS + 1 + CLOCK_LANE], c[VM_MAX_THREADS + 1 + CLOCK_LANE];
  counts(pl, n, all);
  while (pl->npath < n) {
    uint32_t k = (uint32_t)pl->npath;
    counts(pl, k, pl->done);
    if (!plan_node(pl, (PlanWhat){ .kind = NODE_EVENT, .index = k }, who(pl->run->path[k].action.tid))) return false;
  }
  for (uint32_t k = 0; k < n; k++) {
    counts(pl, k, c);
    for (unsigned t = 0; t < vm_nthreads(pl->run->vm); t++)
      for (int i = 0; c[t] < all[t] && (!children || c[0] >= t) && i <= twice; i++) if (!instead(pl, k, (VmTid)t)) return false;
  }
  return true;
}

static const PlanPolicy policy = { .before = before, .push = push, .pop = pop, .arrived = arrived, .ending = ending, .end = end };
static bool open(ExRun *run) { return plan_open(run, &policy); }
static const ExAlgo algo = { .name = "all", .promises = EX_COMPLETE | EX_PARALLEL, .needs = EX_ASKS, .open = open, .next = plan_next, .took = plan_took,
                             .close = plan_close, .team_close = plan_team_close };

static const char three[] = "int x, y, z\nThread A { x := 1; x := 2 }\nThread B { y := 1; y := 2; y := 3 }\nThread C { z := 1; z := 2 }\n";
enum { ALL_RUNS = 210 };                     /* 7! / (2! 3! 2!) */

static void start(void *none) {
  (void)none;
  if (!compile(three)) abort();
  wrong = 0;
  twice = children = false;
  drop_from = UINT32_MAX;
}
static void finish(void *none) { (void)none; model_close(&model); }

static bool whole(double done) { return done > 1 - 1e-9 && done < 1 + 1e-9; }

TEST every_interleaving_once(void) {
  for (unsigned jobs = 1; jobs <= 8; jobs += jobs == 1 ? 1 : 6)
    for (uint64_t shuffle = 0; shuffle < 4; shuffle++)
      for (int again = 0; again <= 1; again++) {
        opts.limits.jobs = jobs;
        opts.limits.shuffle = shuffle;
        twice = again;
        ex_run(model.program, &algo, &opts.limits, &model.arena, &result);
        ASSERT(result.complete);
        ASSERT_EQ((uint64_t)ALL_RUNS, result.stats.executions);
        ASSERT_EQ((uint64_t)0, result.stats.dropped);
        ASSERT(whole(result.stats.done));
        ASSERT_EQ(0u, wrong);
      }
  PASS();
}

/* A task that is dropped gives its share back to the whole; what it stood for is not run. */
TEST dropped_tasks(void) {
  drop_from = 6;                             /* the last two of A, B, C in the other order: 5 steps decide the rest */
  ex_run(model.program, &algo, &opts.limits, &model.arena, &result);
  ASSERT(result.complete);
  ASSERT(result.stats.dropped > 0 && result.stats.executions < ALL_RUNS);
  ASSERT_EQ((uint64_t)ALL_RUNS, result.stats.executions + result.stats.dropped);
  ASSERT(whole(result.stats.done));
  ASSERT_EQ(0u, wrong);
  PASS();
}

/* A search that stops early gives everything back (ex_run asserts it). */
TEST stops_anywhere(void) {
  for (unsigned jobs = 1; jobs <= 2; jobs++)
    for (uint64_t n = 1; n < 200; n += 17) {
      opts.limits.jobs = jobs;
      opts.limits.states = n;
      ex_run(model.program, &algo, &opts.limits, &model.arena, &result);
      ASSERT(!result.complete && result.stats.done < 1);
      ASSERT_EQ(0u, wrong);
    }
  PASS();
}

TEST refused_memory(void) {
  size_t peak;
  ex_run(model.program, &algo, &opts.limits, &model.arena, &result);
  peak = result.stats.bytes;
  for (size_t bytes = 64; bytes < peak; bytes += peak / 200 + 1) {
    opts.limits.bytes = bytes;
    ex_run(model.program, &algo, &opts.limits, &model.arena, &result);
    ASSERT(!result.complete);
    ASSERT_STR_EQ("memory", result.limit);
  }
  PASS();
}

/* Rows widen while the path holds some. */
TEST threads_are_made(void) {
  model_close(&model);
  ASSERT(compile("int x\nThread(int i) W { x := i }\nThread A { _ := spawn W(1); _ := spawn W(2); _ := spawn W(3); _ := spawn W(4); _ := spawn W(5); _ := spawn W(6); "
                 "_ := spawn W(7); _ := spawn W(8); _ := spawn W(9) }\n"));
  children = true;
  opts.limits.states = 4000;
  opts.limits.shuffle = 7;
  ex_run(model.program, &algo, &opts.limits, &model.arena, &result);
  ASSERT(result.stats.executions > 100);
  PASS();
}

/* --- a task may end where the run before passed, or ended --- */

static PlanAnswer go(Plan *pl) { return pl->task ? PLAN_GO : PLAN_STOP; }

/* The first run ends with crashes left; then the same once more, one with the crash, and the same again. */
static bool end_again(Plan *pl) {
  for (uint32_t i = 0; !pl->task->n && i < 3; i++) {
    PlanTask *t = plan_task(pl, NULL, pl->run->depth + (i == 1));
    if (!t) return false;
    for (uint32_t k = 0; k < pl->run->depth; k++) t->a[k] = pl->run->path[k].action;
    if (i == 1) t->a[pl->run->depth] = (VmAction){ 1, VM_CRASH };
    if (!plan_add(pl, t)) return false;
  }
  return true;
}

static const PlanPolicy again_policy = { .before = before, .push = push, .pop = pop, .arrived = go, .ending = ending, .end = end_again };
static bool open_again(ExRun *run) { return plan_open(run, &again_policy); }

TEST ends_are_met_again(void) {
  ExAlgo again = algo;
  again.open = open_again;
  model_close(&model);
  ASSERT(compile("mutex m\nThread A { lock(m) }\nThread B { lock(m) }\nfault crash B\n"));
  opts.limits.all = true;
  for (uint64_t shuffle = 0; shuffle < 6; shuffle++) {
    opts.limits.shuffle = shuffle;
    ex_run(model.program, &again, &opts.limits, &model.arena, &result);
    ASSERT(result.complete);
    ASSERT_EQ((uint64_t)4, result.stats.executions);
    ASSERT_EQ((size_t)1, result.findings.count);             /* the deadlock, and what ends with the crash is none */
    ASSERT_EQ((uint64_t)3, result.findings.first->count);
    ASSERT_EQ(0u, wrong);
  }
  PASS();
}

SUITE(plan) {
  SET_SETUP(start, NULL);
  SET_TEARDOWN(finish, NULL);
  RUN_TEST(every_interleaving_once);
  RUN_TEST(dropped_tasks);
  RUN_TEST(stops_anywhere);
  RUN_TEST(refused_memory);
  RUN_TEST(threads_are_made);
  RUN_TEST(ends_are_met_again);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(plan);
  GREATEST_MAIN_END();
}
