/* tests/unit/explore/test_alloc.c -- searches ask for memory when their tables grow, and not at each step. From the end of the first
 * run on the requests are counted (Mem.fail_after counts down); their number may grow with the logarithm of the steps only. */
#include <string.h>
#include "explore/model.h"
#include "tests/greatest.h"

#define MANY 1000000000ull
typedef struct { unsigned long long left; uint64_t steps, requests; } Count;

static void ended(void *ctx, ExRun *run) {
  Count *c = ctx;
  if (!c->left) atomic_store(&run->mem->fail_after, MANY);
  c->left = atomic_load(&run->mem->fail_after);
}

static bool count(const char *text, const char *algo, int n, Count *c) {
  Model model;
  Options opts;
  ExResult result;
  char define[30], *argv[] = { "-D", define };
  snprintf(define, sizeof define, "N=%d", n);
  *c = (Count){ 0 };
  bool ok = model_open_text(&model, "t.d", text, strlen(text)) == MODEL_OK &&
            model_options(&model, &opts, CMD_CHECK, 2, argv) == MODEL_OK && model_compile(&model, &opts) == MODEL_OK;
  if (!ok) return false;
  opts.limits.all = true;
  opts.limits.races = LEVEL_OFF;
  opts.limits.ended = ended;
  opts.limits.ended_ctx = c;
  ex_run(model.program, ex_algorithm(algo)->algo, &opts.limits, &model.arena, &result);
  c->steps = result.stats.steps;
  c->requests = MANY - c->left;
  ok = result.complete;
  model_close(&model);
  return ok;
}

static const char reads[] = "param int N = 2\nint x\nThread(i in 1..N) W { x := i }\nThread R { int a = x; a := x }\n";
static const char adds[] = "param int N = 2\nint x\nThread(i in 1..N) A { x := x + 1 }\n";
static const char waits[] = "param int N = 2\nint x, y\nThread(i in 1..N) A { either { await x == 0 } or { await y != i; y := i } x := 1 }\n";
static const char mail[] = "param int N = 2\nmessage M(int n)\nThread R { for k in 1..N { receive { M(_) => { } } } }\n"
                           "Thread(i in 1..N) S { R ! M(i) }\n";
static const char locks[] = "param int N = 2\nmutex m\nint x\nThread(i in 1..N) A { lock(m); x := x + i; unlock(m) }\n";

/* Candidates and plans are memory of the search: where guards make optimal and source keep such, and in observers, lazy and dc, there is
 * a request for each. */
typedef struct { const char *text, *algo; int n; } Case;
static const Case cases[] = {
  { reads, "naive", 5 }, { adds, "naive", 3 }, { waits, "naive", 3 }, { mail, "naive", 5 }, { locks, "naive", 6 },
  { reads, "dpor", 5 }, { adds, "dpor", 3 }, { waits, "dpor", 3 }, { mail, "dpor", 6 }, { locks, "dpor", 5 },
  { reads, "source", 5 }, { adds, "source", 4 }, { mail, "source", 6 }, { locks, "source", 5 },
  { reads, "optimal", 5 }, { adds, "optimal", 4 }, { mail, "optimal", 6 }, { locks, "optimal", 5 },
  { reads, "stateful:reach", 6 }, { adds, "stateful:reach", 5 }, { waits, "stateful:reach", 5 }, { mail, "stateful:reach", 5 },
  { reads, "stateful:full+sleep", 6 }, { adds, "stateful:full+sleep", 5 }, { waits, "stateful:full+sleep", 5 },
  { waits, "stateful:pset+sleep", 5 }, { waits, "stateful:full-sleep", 5 }, { locks, "stateful:reach", 7 },
};

TEST asks_seldom(const Case *k) {
  Count c;
  static char told[80];
  unsigned most = 8;
  snprintf(told, sizeof told, "%s, N = %d: %.30s", k->algo, k->n, k->text + 16);
  ASSERTm(told, count(k->text, k->algo, k->n, &c));
  for (uint64_t s = c.steps; s > 1; s /= 2) most += 4;
  ASSERTm(told, c.steps > 200);
  ASSERTm(told, c.requests <= most);
  PASS();
}

SUITE(alloc) { for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) RUN_TESTp(asks_seldom, &cases[i]); }

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(alloc);
  GREATEST_MAIN_END();
}
