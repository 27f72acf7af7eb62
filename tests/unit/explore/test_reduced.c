/* tests/unit/explore/test_reduced.c -- how large the graphs of the stateful reductions are: states, nodes and paths of small models,
 * search by search. Where one of them grows, something that held it back is gone. */
#include <string.h>
#include "explore/model.h"
#include "tests/greatest.h"

static const char *const searches[] = { "stateful:full+sleep", "stateful:full-sleep", "stateful:pset+sleep", "stateful:minclosure+sleep", "stateful:apifs+sleep" };
enum { SEARCHES = sizeof searches / sizeof *searches };

static Model model;
static Options opts;
static ExResult result;

static void compile(const char *text) {
  if (model_open_text(&model, "t.d", text, strlen(text)) != MODEL_OK || model_options(&model, &opts, CMD_CHECK, 0, NULL) != MODEL_OK ||
      model_compile(&model, &opts) != MODEL_OK) { diag_print(&model.diags, stderr, false); abort(); }
  opts.limits.all = opts.limits.paths = true;
}

/* "13 13 4 3": states, nodes, paths, ends. */
static const char *graph(const char *algo) {
  ex_run(model.program, ex_algorithm(algo)->algo, &opts.limits, &model.arena, &result);
  const ExStats *s = &result.stats;
  return arena_printf(&model.arena, "%llu %llu %s %llu", (unsigned long long)s->states, (unsigned long long)s->nodes, result.paths ? result.paths : "-",
                      (unsigned long long)s->executions);
}

/* Of full+sleep, full-sleep, pset, minclosure, apifs. */
typedef struct { const char *text; const char *graph[SEARCHES]; } Case;

static const Case cases[] = {
  /* Two that have nothing in common: one path. */
  { "int x, y\nThread A { x := 1; x := 2 }\nThread B { y := 1; y := 2 }\n", { "5 5 1 1", "5 5 1 1", "5 5 1 1", "5 5 1 1", "5 5 1 1" } },
  /* Two writes: both orders. */
  { "int x\nThread A { x := 1 }\nThread B { x := 2 }\n", { "5 5 2 2", "5 5 2 2", "5 5 2 2", "5 5 2 2", "5 5 2 2" } },
  /* One meets the two others, who do not meet: sleep sets leave out one order of these. */
  { "int x, y\nThread A { x := 1; y := 1 }\nThread B { x := 2 }\nThread C { y := 2 }\n", { "13 13 4 4", "13 13 4 4", "13 13 4 4", "13 13 4 4", "14 14 4 4" } },
  /* Readers and a writer. */
  { "int x\nint[3] a\nThread W { x := 1 }\nThread(i in 0..2) R { a[i] := x }\n", { "47 47 8 8", "54 54 16 8", "47 47 8 8", "47 47 8 8", "52 52 8 8" } },
  /* A table of three. */
  { "mutex[3] f\nThread(i in 0..2) P { lock(f[i]); lock(f[(i + 1) % 3]); unlock(f[(i + 1) % 3]); unlock(f[i]) }\n", { "53 53 7 2", "61 61 12 2", "65 65 11 2", "53 53 7 2", "57 57 17 2" } },
  /* A mutex that protects x. */
  { "mutex m\nint x\nThread(i in 0..2) T { lock(m); x := x + i; unlock(m) }\n", { "44 44 6 1", "44 44 6 1", "44 44 6 1", "44 44 6 1", "44 44 6 1" } },
  /* Choices sleep one by one. */
  { "int x, y\nThread A { x := choose(0..1) }\nThread B { y := choose(0..1) }\nThread C { x := 5; y := 5 }\n", { "37 37 16 9", "37 37 16 9", "72 72 25 9", "37 37 16 9", "43 43 16 9" } },
  /* Messages. */
  { "message M(int n)\nint x\nThread A { R ! M(1) }\nThread B { R ! M(2) }\nThread R { receive { M(n) => { x := n } }; receive { M(n) => { x := n } } }\n", { "13 13 2 2", "13 13 2 2", "13 13 2 2", "13 13 2 2", "13 13 2 2" } },
  /* A waiting thread. */
  { "int x, y\nThread A { x := 1; y := 1 }\nThread B { await x == 1; y := 2 }\nThread C { y := 3 }\n", { "15 15 6 3", "15 15 6 3", "17 17 7 3", "15 15 6 3", "15 15 6 3" } },
};

TEST sizes(const Case *k) {
  compile(k->text);
  for (unsigned i = 0; i < SEARCHES; i++) ASSERT_STR_EQm(arena_printf(&model.arena, "%s\n%s", searches[i], k->text), k->graph[i], graph(searches[i]));
  model_close(&model);
  PASS();
}

/* Whatever touches the same object depends. */
TEST coarse_dependence(void) {
  compile("int x, y, z\nThread A { y := x }\nThread B { z := x }\n");
  ASSERT_STR_EQ("5 5 1 1", graph("stateful:full+sleep"));
  opts.limits.object_dep = true;
  ASSERT_STR_EQ("7 7 2 1", graph("stateful:full+sleep"));
  model_close(&model);
  PASS();
}

SUITE(graphs) {
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) RUN_TEST1(sizes, &cases[i]);
  RUN_TEST(coarse_dependence);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(graphs);
  GREATEST_MAIN_END();
}
