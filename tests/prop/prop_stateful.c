/* tests/prop/prop_stateful.c -- the stateful searches find what the judge finds, and meet every end state once (algorithms.md 6,
 * 8): on programs over the whole language that end, and on programs with loops that may not. Each reduction also with the
 * coarse dependence. DMC_PROP_ALGO: only this search. DMC_PROP_LETTERS: only programs of these letters, of those that end. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tests/greatest.h"
#include "tests/prop/gen.h"
#include "tests/prop/gen_loops.h"
#include "tests/prop/stateful.h"

enum { PROGRAMS = 3000, LOOPS = 2500, EACH_LETTER = 15 };
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

static bool agree(uint64_t seed, const char *text, const char *used, Tally *t) {
  Model m;
  StateJudge j;
  if (!model_compile(&m, "generated.d", text, strlen(text))) {
    diag_print(&m.diags, stderr, false);
    fprintf(stderr, "seed %llu does not compile\n%s\n", (unsigned long long)seed, text);
    model_free(&m);
    return false;
  }
  state_judge(&m, max_steps, &j);
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
    wrong += !agree(seed, text.at, info.used, &t);
    text_free(&text);
  }
  print_tally(&t, GEN_ALL);
  ASSERT_EQ(wrong, 0u);
  if (n < PROGRAMS || only) PASS();
  ASSERTm("enough programs", t.programs * 10 >= n * 9);
  for (const char *c = GEN_ALL; *c; c++) ASSERTm("every letter occurs", t.letter[(unsigned char)*c] >= EACH_LETTER);
  PASS();
}

TEST programs_with_loops(void) {
  static Tally t;
  unsigned n = prop_count(LOOPS), wrong = 0;
  uint64_t seed = prop_first_seed();
  for (unsigned i = 0; i < n && wrong < prop_keep(); i++, seed++) {
    Text text = { 0 };
    char used[32];
    gen_loops(seed, &text, used);
    wrong += !agree(seed, text.at, used, &t);
    text_free(&text);
  }
  print_tally(&t, GEN_LOOPS_ALL);
  ASSERT_EQ(wrong, 0u);
  if (n < LOOPS) PASS();
  ASSERTm("enough programs", t.programs * 10 >= n * 9);
  for (const char *c = GEN_LOOPS_ALL; *c; c++) ASSERTm("everything occurs", t.letter[(unsigned char)*c] >= EACH_LETTER);
  PASS();
}

SUITE(stateful) {
  RUN_TEST(programs_that_end);
  RUN_TEST(programs_with_loops);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(stateful);
  GREATEST_MAIN_END();
}
