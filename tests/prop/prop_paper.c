/* tests/prop/prop_paper.c -- dc:paper meets every reads-from class, and finds what the judge finds (algorithms.md 8).
 * Random programs of the letters it knows; those with events on several variables it must refuse. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/greatest.h"
#include "tests/prop/classes.h"
#include "tests/prop/compare.h"
#include "tests/prop/gen.h"

enum { PROGRAMS = 8000, ENOUGH = 3000 };
static const uint64_t max_steps = 20000;
static const char *const letters[] = { "rw", "rwcfb", "rwl", "rwlt", "s", "sw", "rwsjb", "rwpj", "rwubyl", "lts", "rwcflsjpbyunoBEDIPmq", "rwcfltsjpu" };

typedef struct { uint64_t programs, skipped, refused, classes, runs, redundant, findings; } Tally;
static Tally tally;

/* --- the judge, and the search --- */

typedef struct {
  Model model;
  Mem mem;
  VmState *s;
  Classes native, failing;
  Outcome outcome, other;
  bool cut;
} Judged;

static void judge(Judged *j) {
  mem_init(&j->mem, 0);
  j->s = vm_new(j->model.program, &j->mem);
  CHECK(j->s);
  class_walk(&j->model, j->s, CLASS_NATIVE, max_steps, &j->native, &j->outcome);
  class_walk(&j->model, j->s, CLASS_RF, max_steps, &j->failing, &j->other);
  j->cut = j->outcome.cut || j->other.cut;
  set_free(&j->outcome.finals);              /* the search does not hand out its states */
}

static void judged_free(Judged *j) {
  classes_free(&j->native);
  classes_free(&j->failing);
  outcome_free(&j->outcome);
  outcome_free(&j->other);
  vm_free(j->s);
  mem_deinit(&j->mem);
}

typedef struct { Judged *j; ClassRun *run; ByteSet met; Text text, why; } Hearing;

/* ExLimits.ended: a run of a class that was not met before. */
static void heard(void *ctx, ExRun *run) {
  Hearing *h = ctx;
  VmAction *a = malloc((run->depth + 1) * sizeof *a);
  CHECK(a);
  for (uint32_t i = 0; i < run->depth; i++) a[i] = run->path[i].action;
  if (!class_replay(h->run, a, run->depth)) text_add(&h->why, "a run does not replay\n");
  else {
    text_clear(&h->text);
    class_entry(h->run, CLASS_RF, &h->text);
    if (!set_has(&h->j->failing.rf.entries, h->text.at, h->text.len)) text_add(&h->why, "a run of no known class\n");
    if (!set_add(&h->met, h->text.at, h->text.len, NULL)) text_add(&h->why, "a class is counted twice\n");
  }
  free(a);
}

static void check(Hearing *h, const ExLimits *l, const ExResult *res, Arena *a) {
  Outcome mine;
  const ClassSet *all = &h->j->failing.rf;
  memset(&mine, 0, sizeof mine);
  if (!res->complete) text_add(&h->why, "incomplete: %s\n", res->limit ? res->limit : "?");
  if (!h->j->outcome.no_start) {
    if (h->met.count != all->entries.count) text_add(&h->why, "%zu of %zu classes\n", h->met.count, all->entries.count);
    if (res->stats.executions != all->executions || res->stats.blocked != all->blocked) text_add(&h->why, "other counts than classes\n");
  }
  tally.findings += compare_findings(&h->j->model, l, res, a, &mine, &h->why);
  outcome_diff(&h->j->outcome, &mine, "judge only", &h->why);
  outcome_diff(&mine, &h->j->outcome, "search only", &h->why);
  outcome_free(&mine);
}

static void search(Judged *j, Hearing *h) {
  Arena a;
  ExResult res;
  ExLimits l = { .all = true, .races = LEVEL_OFF, .unread = LEVEL_OFF, .depth = -1, .preemptions = -1, .events = 10000 };
  arena_init(&a);
  memset(&res, 0, sizeof res);
  l.numbering = vm_numbering(j->s, &j->model.arena);
  h->j = j;
  h->run = class_run_new(j->s);
  l.ended = j->outcome.no_start ? NULL : heard;
  l.ended_ctx = h;
  ex_run(j->model.program, ex_algorithm("dc:paper")->algo, &l, &a, &res);
  l.ended = NULL;
  if (res.limit && !strcmp(res.limit, "unsupported")) {
    tally.refused++;
    text_clear(&h->why);
  } else {
    check(h, &l, &res, &a);
    tally.programs++;
    tally.classes += j->failing.rf.entries.count;
    tally.runs += res.stats.executions + res.stats.blocked + res.stats.redundant;
    tally.redundant += res.stats.redundant;
  }
  class_run_free(h->run);
  set_free(&h->met);
  text_free(&h->text);
  arena_deinit(&a);
}

/* --- programs --- */

static char current[80];
static void died(int sig) {
  fputs(current, stderr);
  signal(sig, SIG_DFL);
  raise(sig);
}

static bool agrees(uint64_t seed) {
  Text t = { 0 };
  Judged j = { .cut = false };
  Hearing h = { .j = NULL };
  const char *of = getenv("DMC_PROP_LETTERS") ? getenv("DMC_PROP_LETTERS") : letters[seed % (sizeof letters / sizeof *letters)];
  gen_larger(seed, of, gen_size(seed) + (strchr(of, 's') ? 6 : 0), &t, NULL);
  snprintf(current, sizeof current, "died on seed %llu letters %s\n", (unsigned long long)seed, of);
  signal(SIGABRT, died);
  signal(SIGSEGV, died);
  CHECK(model_compile(&j.model, "generated.d", t.at, t.len));
  judge(&j);
  if (j.cut) tally.skipped++;
  else search(&j, &h);
  bool ok = !h.why.len;
  if (!ok) fprintf(stderr, "seed %llu letters %s\n%s%s\n", (unsigned long long)seed, of, h.why.at, t.at);
  text_free(&h.why);
  judged_free(&j);
  model_free(&j.model);
  text_free(&t);
  return ok;
}

TEST meets_every_class(void) {
  unsigned n = prop_count(PROGRAMS), wrong = 0;
  uint64_t seed = prop_first_seed();
  for (unsigned i = 0; i < n && wrong < prop_keep(); i++, seed++) wrong += !agrees(seed);
  printf("  %llu programs (%llu too large, %llu refused), %llu classes, %llu runs, %llu redundant, %llu findings\n",
         (unsigned long long)tally.programs, (unsigned long long)tally.skipped, (unsigned long long)tally.refused,
         (unsigned long long)tally.classes, (unsigned long long)tally.runs, (unsigned long long)tally.redundant,
         (unsigned long long)tally.findings);
  ASSERT_EQ(wrong, 0u);
  if (n >= PROGRAMS && !getenv("DMC_PROP_LETTERS")) ASSERTm("enough programs", tally.programs >= ENOUGH);
  PASS();
}

SUITE(paper) { RUN_TEST(meets_every_class); }

GREATEST_MAIN_DEFS();

int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(paper);
  GREATEST_MAIN_END();
}
