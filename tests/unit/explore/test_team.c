/* tests/unit/explore/test_team.c -- several workers: the same counts under every bound, one stop for all, one result. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "explore/model.h"
#include "explore/team.h"
#include "explore/trace.h"
#include "tests/greatest.h"

static Model model;
static Options opts;
static ExResult result;

static bool compile(const char *text) {
  if (model_open_text(&model, "t.d", text, strlen(text)) != MODEL_OK) return false;
  if (model_options(&model, &opts, CMD_CHECK, 0, NULL) != MODEL_OK) return false;
  return model_compile(&model, &opts) == MODEL_OK;
}

static const char *algo = "naive";
static void search(uint32_t jobs, uint64_t shuffle) {
  opts.limits.jobs = jobs;
  opts.limits.shuffle = shuffle;
  ex_run(model.program, ex_algorithm(algo)->algo, &opts.limits, &model.arena, &result);
}

static const char three[] = "int x\nThread(i in 1..3) A { int l = x; x := l + 1; x := x * 2 }\nfinally { assert x == 14 }\n";

static bool same(const ExStats *x, const ExStats *y) {
  return x->executions == y->executions && x->blocked == y->blocked && x->states == y->states && x->steps == y->steps &&
         (x->depth == y->depth || strcmp(algo, "naive") != 0) && x->finals == y->finals;
}

/* Searches with 1, 2 and 7 workers under the present limits. */
static bool all_alike(void) {
  search(1, 0);
  ExResult alone = result;
  for (uint32_t jobs = 1; jobs <= 7; jobs += jobs == 1 ? 1 : 5)
    for (uint64_t shuffle = 0; shuffle < 3; shuffle++) {
      search(jobs, shuffle);
      if (!same(&alone.stats, &result.stats) || alone.findings.count != result.findings.count) return false;
      if (alone.complete != result.complete || strcmp(alone.limit ? alone.limit : "", result.limit ? result.limit : "")) return false;
      for (const ExFinding *f = alone.findings.first; f; f = f->next) {
        const ExFinding *g = find_same(&result.findings, f);
        if (!g || g->count != f->count) return false;
        if (!trace_build(model.program, &opts.limits, g, 0, &model.arena)->confirmed) return false;
      }
    }
  return true;
}

TEST same_under_every_bound(void) {
  ASSERT(compile(three));
  opts.limits.all = true;
  ASSERT(all_alike());
  ASSERT(result.complete);
  ASSERT(result.findings.count == 1 && result.stats.executions > 1000);
  for (int64_t n = 0; n < 4; n++) {
    opts.limits.preemptions = n;
    ASSERT(all_alike());
  }
  opts.limits.preemptions = -1;
  for (int64_t n = 0; n < 8; n += 3) {
    opts.limits.depth = n;
    ASSERT(all_alike());
  }
  model_close(&model);
  PASS();
}

/* Spawned threads and choices of many digits have numbers by who met them first. */
TEST same_with_numbered_things(void) {
  ASSERT(compile("int x\nset<pid> s\nThread(int n) W { x := x + n; if n > 1 { add(s, spawn W(n - 1)) } }\n"
                 "Thread A { add(s, spawn W(2)) }\nThread B { pid p = spawn W(1); join p; x := x + 1 }\n"));
  opts.limits.all = true;
  ASSERT(all_alike());
  model_close(&model);
  ASSERT(compile("int x, y\nThread(i in 1..2) T {\n  if x == 0 { atomic { x := choose(0..1); x := choose(0..1); x := choose(0..1); x := choose(0..1) } }\n"
                 "  else { atomic { y := choose(0..1); y := choose(0..1); y := choose(0..2); y := choose(0..1); assert y + x < 2 } }\n}\n"));
  opts.limits.all = true;
  ASSERT(all_alike());
  ASSERT_EQ((size_t)1, result.findings.count);
  model_close(&model);
  PASS();
}

/* The workers of a stateful search share its states, whole or as hashes, also under a bound and with numbered things. */
TEST same_states(void) {
  static const char *const models[] = { three,
    "int x\nset<pid> s\nThread(int n) W { x := x + n; if n > 1 { add(s, spawn W(n - 1)) } }\nThread A { add(s, spawn W(3)); x := 0 }\n"
    "Thread B { pid p = spawn W(2); join p; x := x + 1 }\n",
    "int x\nqueue<int> q\nThread(i in 1..2) P { loop { push(q, i); x := 1 - x; await len(q) < 2 } }\nThread C { loop { if len(q) > 0 { _ := pop(q) } } }\n" };
  algo = "stateful:reach";
  for (int i = 0; i < 3; i++)
    for (int64_t n = -1; n < 3; n++) {
      ASSERT(compile(models[i]));
      opts.limits.all = true;
      opts.limits.preemptions = n;
      ASSERT(all_alike());
      uint64_t states = result.stats.states;
      ASSERT(states > 20);
      opts.limits.store = KEEP_HASHES;
      ASSERT(all_alike());
      ASSERT_EQ(states, result.stats.states);
      ASSERT(!result.complete && result.limit_help);
      ASSERT_STR_EQ("hash", result.limit);
      model_close(&model);
    }
  algo = "naive";
  PASS();
}

TEST the_first_finding_stops_all(void) {
  ASSERT(compile(three));
  for (int round = 0; round < 20; round++) {
    search(4, (uint64_t)round);
    ASSERT(!result.complete);
    ASSERT_EQ(NULL, result.limit);
    ASSERT_EQ((size_t)1, result.findings.count);
    ASSERT(trace_build(model.program, &opts.limits, result.findings.first, 0, &model.arena)->confirmed);
  }
  model_close(&model);
  PASS();
}

TEST failures_in_init(void) {
  ASSERT(compile("int x\ninit { assert x == 1 }\nThread A { x := 1 }\n"));
  ASSERT(all_alike());
  ASSERT_EQ((size_t)1, result.findings.count);
  model_close(&model);
  ASSERT(compile("int x\ninit { assume x == 1 }\nThread A { x := 1 }\n"));
  ASSERT(all_alike());
  ASSERT_EQ((uint64_t)1, result.stats.blocked);
  model_close(&model);
  ASSERT(compile("int x\nThread A { assert 1 == 2; x := 1 }\nThread B { x := 2 }\n"));    /* before the first step */
  for (int all = 0; all < 2; all++) {
    opts.limits.all = all;
    ASSERT(all_alike());
    ASSERT_EQ((size_t)1, result.findings.count);
  }
  model_close(&model);
  PASS();
}

/* A refusal anywhere is `incomplete(memory)`, and all memory comes back (ex_run asserts that). */
TEST memory(void) {
  for (int i = 0; i < 2; i++) {
    algo = i ? "naive" : "stateful:reach";
    ASSERT(compile(three));
    opts.limits.all = true;
    for (size_t limit = 64; limit < 8000000; limit += limit / 3) {
      opts.limits.bytes = limit;
      search(3, limit);
      if (!result.complete) ASSERT_STR_EQ("memory", result.limit);
    }
    ASSERT(result.complete);
    model_close(&model);
  }
  PASS();
}

static uint64_t most;
static void watch(void *ctx, const ExRun *run) {
  if (run->worker == 0 && run->result->stats.executions > most) most = run->result->stats.executions;
  ++*(int *)ctx;
}

TEST progress_shows_everybody(void) {
  int calls = 0;
  ASSERT(compile("int[4] a\nThread(i in 0..3) A { for k in 1..4 { a[i] := k } }\n"));
  opts.limits.progress = watch;
  opts.limits.progress_ctx = &calls;
  opts.limits.seconds = 0.3;
  search(2, 0);
  ASSERT(calls > 0);
  ASSERT(most > 0 && most <= result.stats.executions);
  ASSERT(result.stats.done > 0 && result.stats.done <= 1.001);
  model_close(&model);
  PASS();
}

SUITE(team) {
  RUN_TEST(same_under_every_bound);
  RUN_TEST(same_with_numbered_things);
  RUN_TEST(same_states);
  RUN_TEST(the_first_finding_stops_all);
  RUN_TEST(failures_in_init);
  RUN_TEST(memory);
  RUN_TEST(progress_shows_everybody);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(team);
  GREATEST_MAIN_END();
}
