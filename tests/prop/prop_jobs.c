/* tests/prop/prop_jobs.c -- a search with several workers is the same search: for every algorithm that knows --jobs, programs
 * searched with one worker, with several, and with tasks in random order give the same counts and findings, and what was
 * found replays. naive and stateful:reach make each step once, so all their counters agree, but for the longest run of a
 * search that stores states; a plan engine is held to its executions, a stateful reduction to its end states and covers. Those
 * that store states also on programs whose runs may not end. */
#include <stdio.h>
#include <string.h>
#include "tests/greatest.h"
#include "explore/trace.h"
#include "tests/prop/compare.h"
#include "tests/prop/gen.h"
#include "tests/prop/gen_loops.h"

static const struct { uint32_t jobs; bool shuffled; } ways[] = { { 1, true }, { 2, false }, { 2, true }, { 8, true } };
static struct { uint64_t programs, skipped, searches, tasks, replayed; } tally;

static void search(const Model *m, const ExAlgo *algo, uint32_t jobs, uint64_t shuffle, Arena *a, ExResult *res) {
  ExLimits l = { .all = true, .races = LEVEL_LIST, .unread = LEVEL_LIST, .depth = -1, .preemptions = -1, .events = 10000,
                 .jobs = jobs, .shuffle = shuffle, .states = 300000 };
  ex_run(m->program, algo, &l, a, res);
  tally.searches++;
  tally.tasks += res->stats.tasks;
}

static void same(Text *why, const char *what, uint64_t x, uint64_t y) {
  if (x != y) text_add(why, "%s: %llu, expected %llu\n", what, (unsigned long long)x, (unsigned long long)y);
}

static void same_list(Text *why, const char *what, const ExFindings *x, const ExFindings *y, bool counts) {
  same(why, what, x->count, y->count);
  for (const ExFinding *f = y->first; f; f = f->next) {
    const ExFinding *g = find_same(x, f);
    if (!g) text_add(why, "%s: lacks %s: %s\n", what, find_word(f->what), f->text);
    else if (counts) same(why, f->text, g->count, f->count);
  }
}

/* Threads a run spawns are numbered by who met them first, so messages left by them cannot be told apart by number. */
static void compare(const Model *m, const ExAlgo *algo, const ExResult *x, const ExResult *y, Text *why) {
  bool naive = strcmp(algo->name, "naive") == 0, exact = naive || (algo->promises & EX_STATEFUL && !(algo->promises & EX_REDUCED));
  same(why, "complete", x->complete, y->complete);
  same(why, "executions", x->stats.executions, y->stats.executions);
  same(why, "blocked", x->stats.blocked, y->stats.blocked);
  same_list(why, "findings", &x->findings, &y->findings, naive);        /* of a state that several steps lead to, who came first counts */
  for (uint32_t i = 0; i < m->program->ncovers; i++) same(why, "cover", x->covered[i], y->covered[i]);
  if (!exact) return;
  same(why, "states", x->stats.states, y->stats.states);
  same(why, "steps", x->stats.steps, y->stats.steps);
  same(why, "finals", x->stats.finals, y->stats.finals);
  if (naive) same(why, "depth", x->stats.depth, y->stats.depth);
  same_list(why, "races", &x->races, &y->races, false);
  if (m->program->has_spawn) same(why, "unread", x->unread.count, y->unread.count);
  else same_list(why, "unread", &x->unread, &y->unread, false);
  for (uint32_t i = 0; i < m->program->nthreads; i++)       /* a cover is looked at until it is reached, by each worker */
    for (uint32_t pc = m->program->threads[i].body.entry; pc < m->program->threads[i].body.end; pc++)
      same(why, "executed", x->executed[pc] != 0, y->executed[pc] != 0);
  if (naive && x->complete && x->stats.steps && (x->stats.done < 0.999 || x->stats.done > 1.001)) text_add(why, "a share of %f was done\n", x->stats.done);
}

static void replay(const Model *m, const ExResult *r, Arena *a, Text *why) {
  ExLimits l = { .depth = -1, .preemptions = -1 };
  for (const ExFinding *f = r->findings.first; f; f = f->next) {
    if (!f->has_schedule) continue;
    tally.replayed++;
    if (!trace_build(m->program, &l, f, 0, a)->confirmed) text_add(why, "%s does not replay\n", find_word(f->what));
  }
}

static void check(const Model *m, const ExAlgo *algo, uint64_t seed, Text *why) {
  Arena a;
  ExResult alone, res;
  arena_init(&a);
  search(m, algo, 1, 0, &a, &alone);
  if (alone.limit) tally.skipped++;
  for (size_t i = 0; i < sizeof ways / sizeof *ways && !alone.limit && !why->len; i++) {
    search(m, algo, ways[i].jobs, ways[i].shuffled ? seed : 0, &a, &res);
    compare(m, algo, &res, &alone, why);
    replay(m, &res, &a, why);
    if (why->len) text_add(why, "(%s, %u workers%s)\n", algo->name, (unsigned)ways[i].jobs, ways[i].shuffled ? ", shuffled" : "");
  }
  arena_deinit(&a);
}

static bool program(uint64_t seed, const char *text) {
  Model m;
  Text why = { 0 };
  if (!model_compile(&m, "generated.d", text, strlen(text))) text_add(&why, "does not compile\n");
  for (size_t i = 0; i < ex_algorithm_count && !why.len; i++) {
    const ExAlgo *algo = ex_algorithms[i].algo;
    bool props = m.program->ninvariants + m.program->ncovers > 0;
    if (!algo || !(algo->promises & EX_PARALLEL) || (props && !(algo->promises & EX_INVARIANTS))) continue;
    if (ex_may_loop(m.program) && !(algo->promises & EX_STATEFUL)) continue;
    check(&m, algo, seed, &why);
  }
  tally.programs++;
  bool ok = why.len == 0;
  if (!ok) fprintf(stderr, "seed %llu:\n%s%s\n", (unsigned long long)seed, why.at, text);
  text_free(&why);
  model_free(&m);
  return ok;
}

TEST workers_agree(void) {
  unsigned n = prop_count(1500), wrong = 0;
  uint64_t seed = prop_first_seed();
  for (unsigned i = 0; i < n && wrong < prop_keep(); i++, seed++) {
    Text t = { 0 };
    gen_program(seed, i % 3 ? NULL : "prwj", &t, NULL);          /* spawned threads are numbered by who meets them first */
    wrong += !program(seed, t.at);
    text_free(&t);
  }
  printf("  %llu programs (%llu searches too large), %llu searches, %llu tasks queued at once in all, %llu schedules replayed\n",
         (unsigned long long)tally.programs, (unsigned long long)tally.skipped, (unsigned long long)tally.searches,
         (unsigned long long)tally.tasks, (unsigned long long)tally.replayed);
  ASSERT_EQ(0u, wrong);
  PASS();
}

TEST workers_agree_on_loops(void) {
  unsigned n = prop_count(600), wrong = 0;
  uint64_t seed = prop_first_seed(), before = tally.searches;
  for (unsigned i = 0; i < n && wrong < prop_keep(); i++, seed++) {
    Text t = { 0 };
    char used[32];
    gen_loops(seed, &t, used);
    wrong += !program(seed, t.at);
    text_free(&t);
  }
  printf("  %u programs with loops, %llu searches\n", n, (unsigned long long)(tally.searches - before));
  ASSERT_EQ(0u, wrong);
  PASS();
}

SUITE(jobs) {
  RUN_TEST(workers_agree);
  RUN_TEST(workers_agree_on_loops);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(jobs);
  GREATEST_MAIN_END();
}
