/* tests/prop/prop_stateful.c -- the stateful searches find what the judge finds, and meet every end state once (algorithms.md 6,
 * 8): on programs over the whole language that end, on wide ones that share little, and on programs with loops that may not end.
 * Each reduction also with the coarse dependence. DMC_PROP_ALGO: only this search. DMC_PROP_LETTERS: only programs of these letters, of those that end. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tests/greatest.h"
#include "tests/prop/gen.h"
#include "tests/prop/gen_loops.h"
#include "tests/prop/gen_wide.h"
#include "tests/prop/stateful.h"
#include "tests/prop/walker.h"

enum { PROGRAMS = 3000, WIDE = 1500, LOOPS = 2500, EACH_LETTER = 15, WALKED = 1500, WALKED_STATES = 200 };
static const uint64_t max_steps = 20000;

/* An assertion inside a search ends us: say which program it was. */
static char current[120];
static void died(int sig) {
  ssize_t n = write(2, current, strlen(current));
  (void)n;
  signal(sig, SIG_DFL);
  raise(sig);
}

static void about(uint64_t seed, const char *algo) {
  snprintf(current, sizeof current, "died on seed %llu, %s\n", (unsigned long long)seed, algo);
  signal(SIGABRT, died);
  signal(SIGSEGV, died);
}

typedef struct { uint64_t programs, skipped, states, ends, endless, findings, letter[128]; StatefulTally of[STATEFUL_COUNT]; } Tally;

static void count(Tally *t, const Outcome *graph, const char *used) {
  t->programs++;
  t->states += graph->states;
  t->ends += graph->finals.count;
  t->endless += graph->finals.count == 0;
  t->findings += graph->findings.count > 0;
  for (const char *c = used; *c; c++) t->letter[(unsigned char)*c]++;
}

static void print_tally(const Tally *t, const char *letters) {
  printf("  %llu programs (%llu too large), %llu states, %llu end states; %llu with findings, %llu without an end\n",
         (unsigned long long)t->programs, (unsigned long long)t->skipped, (unsigned long long)t->states, (unsigned long long)t->ends,
         (unsigned long long)t->findings, (unsigned long long)t->endless);
  for (unsigned i = 0; i < STATEFUL_COUNT; i++)
    if (stateful_algo(i))
      printf("  %s: %llu searches, %llu states, %llu nodes, %llu end states, %llu schedules replayed\n", stateful_names[i],
             (unsigned long long)t->of[i].searches, (unsigned long long)t->of[i].states, (unsigned long long)t->of[i].nodes,
             (unsigned long long)t->of[i].ends, (unsigned long long)t->of[i].replayed);
  stateful_print_missing();
  printf("  programs per letter:");
  for (const char *c = letters; *c; c++) printf(" %c %llu", *c, (unsigned long long)t->letter[(unsigned char)*c]);
  printf("\n");
}

/* --- the searches --- */

static bool searches_agree(const StateJudge *j, uint64_t seed, const char *text, Tally *t) {
  for (unsigned i = 0; i < STATEFUL_COUNT; i++) {
    const ExAlgo *algo = stateful_algo(i);
    for (int object = 0; algo && object <= (i != STATEFUL_REACH); object++) {
      Text why = { 0 };
      about(seed, stateful_names[i]);
      WrongKind wrong = stateful_compare(j, algo, NULL, object, &t->of[i], &why);
      if (wrong) fprintf(stderr, "seed %llu: %s%s: %s\n%s%s\n", (unsigned long long)seed, stateful_names[i], object ? " --dep=object" : "",
                         compare_wrong[wrong], why.at, text);
      text_free(&why);
      if (wrong) return false;
    }
  }
  return true;
}

static bool agree(uint64_t seed, const char *text, const char *used, uint64_t most_steps, Tally *t) {
  Model m;
  StateJudge j;
  if (!model_compile(&m, "generated.d", text, strlen(text))) {
    diag_print(&m.diags, stderr, false);
    fprintf(stderr, "seed %llu does not compile\n%s\n", (unsigned long long)seed, text);
    model_free(&m);
    return false;
  }
  state_judge(&m, most_steps, &j);
  bool ok = true;
  if (j.graph.broken) fprintf(stderr, "seed %llu: judge: %s%s\n", (unsigned long long)seed, j.graph.why.at, text), ok = false;
  else if (j.graph.cut) t->skipped++;
  else {
    count(t, &j.graph, used);
    ok = searches_agree(&j, seed, text, t);
  }
  state_judge_free(&j);
  model_free(&m);
  return ok;
}

TEST programs_that_end(void) {
  static Tally t;
  const char *only = getenv("DMC_PROP_LETTERS");
  unsigned n = prop_count(PROGRAMS), wrong = 0;
  uint64_t seed = prop_first_seed();
  for (unsigned i = 0; i < n && wrong < prop_keep(); i++, seed++) {
    Text text = { 0 };
    GenInfo info;
    gen_larger(seed, only ? only : gen_focus(seed), 2 * gen_size(seed), &text, &info);
    wrong += !agree(seed, text.at, info.used, max_steps, &t);
    text_free(&text);
  }
  print_tally(&t, GEN_ALL);
  ASSERT_EQ(wrong, 0u);
  if (n < PROGRAMS || only) PASS();
  ASSERTm("enough programs", t.programs * 10 >= n * 9);
  for (const char *c = GEN_ALL; *c; c++) ASSERTm("every letter occurs", t.letter[(unsigned char)*c] >= EACH_LETTER);
  PASS();
}

/* USUAL programs of MAKE, in which the letters ALL occur. */
static bool generated(unsigned usual, void (*make)(uint64_t seed, Text *out, char *used), const char *all, uint64_t most_steps, Tally *t) {
  unsigned n = prop_count(usual), wrong = 0;
  uint64_t seed = prop_first_seed();
  for (unsigned i = 0; i < n && wrong < prop_keep(); i++, seed++) {
    Text text = { 0 };
    char used[32];
    make(seed, &text, used);
    wrong += !agree(seed, text.at, used, most_steps, t);
    text_free(&text);
  }
  print_tally(t, all);
  bool enough = n < usual || t->programs * 10 >= n * 7;
  for (const char *c = all; *c; c++) enough &= n < usual || t->letter[(unsigned char)*c] >= EACH_LETTER;
  if (!wrong && !enough) fprintf(stderr, "too few programs, or something does not occur\n");
  return !wrong && enough;
}

TEST wide_programs(void) {
  static Tally t;
  ASSERT(generated(WIDE, gen_wide, GEN_WIDE_ALL, max_steps / 5, &t));
  PASS();
}

TEST programs_with_loops(void) {
  static Tally t;
  ASSERT(generated(LOOPS, gen_loops, GEN_LOOPS_ALL, max_steps, &t));
  PASS();
}

/* --- the comparison itself, on loops; prop_sources has more of this --- */

typedef struct { uint64_t programs, made[WALK_FAULTS], lost[WALK_FAULTS]; } Walks;

/* Without the proviso something may be lost, or not. */
static bool rightly(WalkFault fault, WrongKind said) {
  switch (fault) {
    case WALK_NO_END: return said == WRONG_MISSING || said == WRONG_FINDINGS;
    case WALK_END_TWICE: return said == WRONG_REPEATED;
    case WALK_STATE_TWICE: return said == WRONG_COUNTS;
    case WALK_NO_PROVISO: return said == WRONG_MISSING || said == WRONG_FINDINGS || said == WRONG_NOTHING;
    default: return said == WRONG_NOTHING;
  }
}

static bool walk(const StateJudge *j, const FullGraph *g, uint64_t seed, WalkFault fault, const char *text, Walks *w) {
  bool all = fault >= WALK_NO_END && fault <= WALK_STATE_TWICE;
  Text why = { 0 };
  Walker walker = { .g = g, .kind = all ? WALK_ALL : WALK_PERSISTENT, .fault = fault, .seed = seed, .which = (unsigned)(seed % 3) };
  WrongKind said = stateful_compare(j, &walker_algo, &walker, false, NULL, &why);
  bool ok = walker.happened ? rightly(fault, said) : said == WRONG_NOTHING;
  w->made[fault] += walker.happened || fault == WALK_RIGHT;
  w->lost[fault] += said != WRONG_NOTHING;
  if (!ok) fprintf(stderr, "seed %llu: a walk with mistake %d: %s\n%s%s\n", (unsigned long long)seed, (int)fault, compare_wrong[said], why.at ? why.at : "", text);
  text_free(&why);
  return ok;
}

static bool walks(uint64_t seed, Walks *w) {
  static const WalkFault faults[] = { WALK_RIGHT, WALK_NO_END, WALK_END_TWICE, WALK_STATE_TWICE, WALK_NO_PROVISO };
  Model m;
  StateJudge j;
  FullGraph g;
  Text text = { 0 };
  char used[32];
  bool ok = true;
  gen_loops(seed, &text, used);
  CHECK(model_compile(&m, "generated.d", text.at, text.len));
  state_judge(&m, max_steps, &j);
  sources_build(&m, j.numbers, WALKED_STATES, &g);
  bool usable = !g.cut && !g.no_start && !j.graph.cut;
  w->programs += usable;
  for (size_t i = 0; i < sizeof faults / sizeof *faults && usable && ok; i++) ok = walk(&j, &g, seed, faults[i], text.at, w);
  sources_free(&g);
  state_judge_free(&j);
  text_free(&text);
  model_free(&m);
  return ok;
}

/* A reduction that looks at the stack where loops close loses nothing; one that does not is noticed. */
TEST comparison_tells_right_from_wrong(void) {
  static Walks w;
  unsigned n = prop_count(WALKED), wrong = 0;
  uint64_t seed = prop_first_seed();
  for (unsigned i = 0; i < n && wrong < prop_keep(); i++, seed++) wrong += !walks(seed, &w);
  printf("  %llu programs, an end less %llu, an end twice %llu, a state twice %llu; no proviso %llu, which lose something %llu times\n",
         (unsigned long long)w.programs, (unsigned long long)w.made[WALK_NO_END], (unsigned long long)w.made[WALK_END_TWICE],
         (unsigned long long)w.made[WALK_STATE_TWICE], (unsigned long long)w.made[WALK_NO_PROVISO], (unsigned long long)w.lost[WALK_NO_PROVISO]);
  ASSERT_EQ(wrong, 0u);
  if (n < WALKED) PASS();
  ASSERTm("enough of each", w.made[WALK_NO_END] >= 50 && w.made[WALK_END_TWICE] >= 50 && w.made[WALK_STATE_TWICE] >= 50);
  ASSERTm("the proviso matters", w.lost[WALK_NO_PROVISO] >= 10);
  PASS();
}

SUITE(stateful) {
  RUN_TEST(comparison_tells_right_from_wrong);
  RUN_TEST(programs_that_end);
  RUN_TEST(wide_programs);
  RUN_TEST(programs_with_loops);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(stateful);
  GREATEST_MAIN_END();
}
