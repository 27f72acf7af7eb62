/* tests/prop/prop_thesis.c -- what lazy:thesis may promise. Where it says that it is complete it has met every class of the
 * judge once, and found what the judge finds; where it is not, what it met and found is real all the same.
 * Random programs of the thesis' events, thesis files, and programs it has to refuse. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "explore/run.h"
#include "tests/greatest.h"
#include "tests/prop/classes.h"
#include "tests/prop/compare.h"
#include "tests/prop/gen.h"

enum { PROGRAMS = 6000 };
static const uint64_t max_steps = 20000;
static const char algo[] = "lazy:thesis";

typedef struct { const char *limit; uint64_t times, lossless; } Reason;
typedef struct { uint64_t programs, skipped, complete, classes, runs, redundant; Reason reason[16]; } Tally;
static Tally tally;

static Reason *reason(const char *limit) {
  unsigned i = 0;
  while (i < 15 && tally.reason[i].limit && strcmp(tally.reason[i].limit, limit) != 0) i++;
  tally.reason[i].limit = limit;
  return &tally.reason[i];
}

/* The program, the judge's classes, and the runs of the search. */
typedef struct {
  Model model;
  Mem mem;
  VmState *s;
  Classes classes;
  Outcome outcome;
  ClassRun *run;
  ByteSet met;
  uint64_t runs;
  Text text, why;
} Trial;

static void judge(Trial *t, const char *text, size_t len) {
  memset(t, 0, sizeof *t);
  CHECK(model_compile(&t->model, "generated.d", text, len));
  mem_init(&t->mem, 0);
  t->s = vm_new(t->model.program, &t->mem);
  CHECK(t->s);
  class_walk(&t->model, t->s, CLASS_NATIVE, max_steps, &t->classes, &t->outcome);
  t->run = class_run_new(t->s);
}

static void trial_free(Trial *t) {
  class_run_free(t->run);
  classes_free(&t->classes);
  outcome_free(&t->outcome);
  set_free(&t->met);
  text_free(&t->text);
  text_free(&t->why);
  vm_free(t->s);
  mem_deinit(&t->mem);
  model_free(&t->model);
}

/* ExLimits.ended: every counted run is of a class of its own. */
static void heard(void *ctx, ExRun *run) {
  Trial *t = ctx;
  VmAction *a = malloc((run->depth + 1u) * sizeof *a);
  CHECK(a);
  for (uint32_t i = 0; i < run->depth; i++) a[i] = run->path[i].action;
  if (!class_replay(t->run, a, run->depth)) text_add(&t->why, "a run does not replay\n");
  free(a);
  text_clear(&t->text);
  class_entry(t->run, CLASS_NATIVE, &t->text);
  t->runs++;
  if (!set_add(&t->met, t->text.at, t->text.len, NULL)) text_add(&t->why, "a class is counted again\n");
  if (!set_has(&t->classes.m.entries, t->text.at, t->text.len)) text_add(&t->why, "a run of no known class\n");
}

static void same(Trial *t, const char *what, uint64_t x, uint64_t y) {
  if (x != y) text_add(&t->why, "%s: %llu, expected %llu\n", what, (unsigned long long)x, (unsigned long long)y);
}

static void check_result(Trial *t, const ExLimits *l, const ExResult *res, Arena *a) {
  Outcome mine;
  memset(&mine, 0, sizeof mine);
  set_free(&t->outcome.finals);                  /* searches do not hand out their states */
  compare_findings(&t->model, l, res, a, &mine, &t->why);
  outcome_diff(&mine, &t->outcome, "search only", &t->why);
  same(t, "executions and blocked, runs", res->stats.executions + res->stats.blocked, t->runs);
  if (res->complete) {
    outcome_diff(&t->outcome, &mine, "judge only", &t->why);
    same(t, "executions", res->stats.executions, t->classes.m.executions);
    same(t, "blocked", res->stats.blocked, t->classes.m.blocked);
  } else if (!res->limit) text_add(&t->why, "incomplete without a limit\n");
  else if (!res->limit_help || !strstr(res->limit_help, "--algo lazy"))
    text_add(&t->why, "the limit %s names no way out\n", res->limit);
  outcome_free(&mine);
}

static void count(const Trial *t, const ExResult *res) {
  tally.programs++;
  tally.complete += res->complete;
  tally.classes += t->classes.m.entries.count;
  tally.runs += t->runs;
  tally.redundant += res->stats.redundant;
  if (res->complete || !res->limit) return;
  Reason *r = reason(res->limit);
  r->times++;
  r->lossless += t->runs == t->classes.m.entries.count;
}

static void search(Trial *t) {
  Arena a;
  ExResult res;
  ExLimits l = { .all = true, .races = LEVEL_OFF, .unread = LEVEL_OFF, .depth = -1, .preemptions = -1, .events = 10000 };
  l.numbering = vm_numbering(t->s, &t->model.arena);
  l.ended = heard;
  l.ended_ctx = t;
  memset(&res, 0, sizeof res);
  arena_init(&a);
  ex_run(t->model.program, ex_algorithm(algo)->algo, &l, &a, &res);
  count(t, &res);
  l.ended = NULL;
  check_result(t, &l, &res, &a);
  arena_deinit(&a);
}

static bool right(uint64_t seed, const Text *text) {
  Trial t;
  judge(&t, text->at, text->len);
  if (t.outcome.cut || t.outcome.no_start) tally.skipped++;
  else search(&t);
  bool ok = t.why.len == 0;
  if (!ok) fprintf(stderr, "seed %llu: %s\n%s%s\n", (unsigned long long)seed, algo, t.why.at, text->at);
  trial_free(&t);
  return ok;
}

static void print_tally(void) {
  printf("  %llu programs (%llu too large), %llu complete; %llu classes, %llu runs and %llu repeats\n",
         (unsigned long long)tally.programs, (unsigned long long)tally.skipped, (unsigned long long)tally.complete,
         (unsigned long long)tally.classes, (unsigned long long)tally.runs, (unsigned long long)tally.redundant);
  for (unsigned i = 0; i < 16 && tally.reason[i].limit; i++)
    printf("  incomplete(%s): %llu, %llu of them met every class\n", tally.reason[i].limit, (unsigned long long)tally.reason[i].times,
           (unsigned long long)tally.reason[i].lossless);
  memset(&tally, 0, sizeof tally);
}

/* Sets of letters whose events the thesis has, by what may go wrong: branches, indices, several places at once, threads. */
static const char *letters_of(uint64_t seed) {
  static const char *const sets[] = { "rw",   "rwc",   "rwf",    "rwa",  "rwby", "rwb",   "ryb",   "wc", "rwcfab",
                                      "rwpj", "rwbpj", "rwnozB", "rwmv", "rwqt", "rwEDu", "rwSab", "rwP" };
  const char *only = getenv("DMC_PROP_LETTERS");
  return only ? only : sets[seed % (sizeof sets / sizeof *sets)];
}

static unsigned try_all(unsigned n, void (*make)(uint64_t seed, Text *out)) {
  unsigned wrong = 0;
  uint64_t seed = prop_first_seed();
  for (unsigned i = 0; i < n && wrong < prop_keep(); i++, seed++) {
    Text t = { 0 };
    make(seed, &t);
    wrong += !right(seed, &t);
    text_free(&t);
  }
  print_tally();
  return wrong;
}

static void make_plain(uint64_t seed, Text *out) { gen_larger(seed, letters_of(seed), gen_size(seed), out, NULL); }
static void make_any(uint64_t seed, Text *out) { gen_larger(seed, gen_focus(seed), gen_size(seed), out, NULL); }

TEST its_word_can_be_trusted(void) {
  ASSERT_EQ(0u, try_all(prop_count(PROGRAMS), make_plain));
  PASS();
}

TEST also_on_thesis_files(void) {
  ASSERT_EQ(0u, try_all(prop_count(PROGRAMS / 3), gen_thesis));
  PASS();
}

/* Events the thesis does not have: it says so, or never meets one. */
TEST the_rest_is_refused(void) {
  ASSERT_EQ(0u, try_all(prop_count(PROGRAMS / 6), make_any));
  PASS();
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_TEST(its_word_can_be_trusted);
  RUN_TEST(also_on_thesis_files);
  RUN_TEST(the_rest_is_refused);
  GREATEST_MAIN_END();
}
