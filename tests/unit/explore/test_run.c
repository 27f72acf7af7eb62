/* tests/unit/explore/test_run.c -- the loop as an algorithm sees it, its limits, and findings. */
#include <string.h>
#include "explore/model.h"
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

static void search(const char *algo) {
  ex_run(model.program, ex_algorithm(algo)->algo, &opts.limits, &model.arena, &result);
}

static const char counter[] = "int x\nThread(i in 1..2) A { x := x + 1 }\nfinally { assert x == 2 }\n";

TEST counts(void) {
  ASSERT(compile(counter));
  opts.limits.all = true;
  search("naive");
  ASSERT_EQ((uint64_t)6, result.stats.executions);
  ASSERT(result.complete);
  ASSERT_EQ((size_t)1, result.findings.count);
  ASSERT_EQ((uint64_t)4, result.findings.first->count);
  ASSERT_EQ((size_t)2, result.races.count);
  search("stateful:reach");
  ASSERT(result.complete);
  ASSERT_EQ((size_t)1, result.findings.count);
  model_close(&model);
  PASS();
}

TEST stops_at_the_first(void) {
  ASSERT(compile(counter));
  search("naive");
  ASSERT(!result.complete);
  ASSERT_EQ(NULL, result.limit);
  ASSERT_EQ((size_t)1, result.findings.count);
  ASSERT_EQ((size_t)4, result.findings.first->nschedule);
  ASSERT(trace_build(model.program, &opts.limits, result.findings.first, 0, &model.arena)->confirmed);
  result.findings.first->schedule[1].tid = 0;              /* one after the other: no update is lost */
  ASSERT(!trace_build(model.program, &opts.limits, result.findings.first, 0, &model.arena)->confirmed);
  model_close(&model);
  PASS();
}

TEST shortest(void) {
  ASSERT(compile("int x, y\nThread A { x := 1; x := 2; x := 3 }\nThread B { y := x; assert y != 3 }\n"));
  opts.limits.bfs = true;
  search("stateful:reach");
  ASSERT_EQ((size_t)1, result.findings.count);
  ASSERT_EQ((size_t)6, result.findings.first->nschedule);
  ASSERT(trace_build(model.program, &opts.limits, result.findings.first, 0, &model.arena)->confirmed);
  model_close(&model);
  PASS();
}

TEST bounds(void) {
  ASSERT(compile("int x\nThread A { loop { x := 1 - x } }\n"));
  search("naive");
  ASSERT_STR_EQ("events", result.limit);
  ASSERT(strstr(result.limit_help, "t.d:2") != NULL);
  ASSERT(strstr(result.limit_help, "--algo stateful") != NULL);
  search("stateful:reach");
  ASSERT(result.complete);
  opts.limits.depth = 1;
  search("stateful:reach");
  ASSERT_STR_EQ("depth", result.limit);
  model_close(&model);
  PASS();
}

TEST preemptions(void) {
  const char *const algos[] = { "naive", "stateful:reach" };
  ASSERT(compile(counter));
  for (int i = 0; i < 2; i++) {
    opts.limits.preemptions = 0;
    search(algos[i]);
    ASSERT_EQ((size_t)0, result.findings.count);
    ASSERT_STR_EQ("preemptions", result.limit);
    opts.limits.preemptions = 1;
    search(algos[i]);
    ASSERT_EQ((size_t)1, result.findings.count);
  }
  model_close(&model);
  PASS();
}

/* Every refused request ends in `incomplete(memory)` and returns all memory (ex_run asserts that). */
TEST memory(void) {
  ASSERT(compile(counter));
  opts.limits.all = true;
  for (size_t limit = 64; limit < 200000; limit += limit / 3) {
    opts.limits.bytes = limit;
    for (int i = 0; i < 3; i++) {
      opts.limits.bfs = i == 2;
      search(i == 0 ? "naive" : "stateful:reach");
      if (!result.complete) ASSERT_STR_EQ("memory", result.limit);
    }
  }
  ASSERT(result.complete);
  model_close(&model);
  PASS();
}

/* --- the trace that algorithms may ask for --- */

static const ExAlgo *inner;                  /* does the searching */
static size_t seen, wrong;

static bool open(ExRun *run) { return inner->open(run); }
static ExMove next(ExRun *run) { return inner->next(run); }
static void close(ExRun *run) { inner->close(run); }

static bool took(ExRun *run, const VmEvent *ev) {
  uint32_t index[VM_MAX_THREADS + 1] = { 0 };
  size_t accs = 0, ops = 0;
  seen++;
  for (uint32_t i = 0; i < run->depth; i++) {
    const VmEvent *e = &run->trace[i];
    wrong += e->tid != run->path[i].action.tid || e->choice != run->path[i].action.choice;
    wrong += e->index != index[e->tid]++;
    wrong += e->acc != run->accs + accs || e->ops != run->ops + ops;
    accs += e->nacc;
    ops += e->nops;
  }
  const VmEvent *last = &run->trace[run->depth - 1];
  wrong += last->pc != ev->pc || last->nacc != ev->nacc || accs != run->naccs || ops != run->nops;
  wrong += ev->nacc && memcmp(last->acc, ev->acc, ev->nacc * sizeof *ev->acc) != 0;
  return inner->took(run, ev);
}

TEST traces(void) {
  ASSERT(compile("int x, y\nmessage M(int v)\n"
                 "Thread A { x := 1; B ! M(x); atomic { x := 2; y := 3 } }\n"
                 "Thread B { receive { M(v) => { y := v } }; int z = x }\n"));
  inner = ex_algorithm("naive")->algo;
  ExAlgo watched = { .name = "watched", .promises = inner->promises, .needs = EX_NEEDS_TRACE, .open = open, .next = next,
                     .took = took, .close = close };
  seen = wrong = 0;
  opts.limits.all = true;
  ex_run(model.program, &watched, &opts.limits, &model.arena, &result);
  ASSERT(result.complete);
  ASSERT(seen > 10);
  ASSERT_EQ((size_t)0, wrong);
  model_close(&model);
  PASS();
}

/* --- what is left of messages --- */

static size_t unread(const char *text) {
  if (!compile(text)) return 99;
  opts.limits.all = true;
  search("naive");
  size_t n = result.unread.count;
  search("stateful:reach");
  size_t m = result.unread.count;
  model_close(&model);
  return n == m ? n : 98;
}

TEST messages(void) {
  ASSERT_EQ((size_t)0, unread("message M()\nThread A { B ! M() }\nThread B { receive { M() => { } } }\n"));
  ASSERT_EQ((size_t)1, unread("message M()\nThread A { B ! M(); B ! M() }\nThread B { receive { M() => { } } }\n"));
  ASSERT_EQ((size_t)1, unread("message M()\nint x\nThread A { B ! M() }\nThread B { x := 1 }\n"));
  ASSERT_EQ((size_t)1, unread("message M(), N()\nThread A { B ! M(); B ! N() }\ndaemon Thread B { loop { receive { N() => { } } } }\n"));
  ASSERT_EQ((size_t)1, unread("message M()\nThread A { self ! M() }\n"));
  ASSERT_EQ((size_t)0, unread("message M()\nThread A { atomic { self ! M(); receive { M() => { } } } }\n"));
  ASSERT_EQ((size_t)2, unread("message M(), N()\nint x\nThread A { B ! M(); C ! N() }\nThread B { x := 1 }\nThread C { x := 2 }\n"));
  PASS();
}

SUITE(run_suite) {
  RUN_TEST(counts);
  RUN_TEST(stops_at_the_first);
  RUN_TEST(shortest);
  RUN_TEST(bounds);
  RUN_TEST(preemptions);
  RUN_TEST(memory);
  RUN_TEST(traces);
  RUN_TEST(messages);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(run_suite);
  GREATEST_MAIN_END();
}
