/* tests/prop/prop_classes.c -- the reductions meet every class, and the exact ones each class once (algorithms.md 8).
 * Random programs, half of them from a handful of letters, half from sets that concentrate on one difficulty.
 * lazy and dc once more with their tasks in random order, and for one program in four with several workers.
 * DMC_PROP_ALGO: only this algorithm. DMC_PROP_LETTERS: only programs of these letters. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tests/greatest.h"
#include "tests/prop/classes.h"
#include "tests/prop/compare.h"
#include "tests/prop/gen.h"
#include "tests/prop/player.h"

enum { PROGRAMS = 8000, ENOUGH = 3000, EACH_LETTER = 20, COMPARED = 800 /* with players */ };
static const uint64_t max_steps = 20000;

static const char *letters_of(uint64_t seed) {
  const char *only = getenv("DMC_PROP_LETTERS");
  return only ? only : gen_focus(seed);
}

/* An assertion inside a search ends us: say which program it was. */
static char current[80];
static void died(int sig) {
  ssize_t n = write(2, current, strlen(current));
  (void)n;
  signal(sig, SIG_DFL);
  raise(sig);
}

static void about(uint64_t seed, const char *letters) {
  snprintf(current, sizeof current, "died on seed %llu letters %s\n", (unsigned long long)seed, letters ? letters : "NULL");
  signal(SIGABRT, died);
  signal(SIGSEGV, died);
}

typedef struct {
  uint64_t programs, skipped, classes, blocked, most, observers, lazy, rf, replayed, letter[128];
  uint64_t done[COMPARE_ALGOS], runs[COMPARE_ALGOS], redundant[COMPARE_ALGOS], refused[COMPARE_ALGOS];
} Tally;
static Tally tally;

static void count(const GenInfo *info, const Comparison *c) {
  uint64_t n = c->executions + c->blocked;
  tally.skipped += c->skipped;
  if (c->skipped) return;
  tally.programs++;
  tally.classes += n;
  tally.blocked += c->blocked;
  tally.observers += c->observers;
  tally.lazy += c->lazy;
  tally.rf += c->rf;
  tally.replayed += c->replayed;
  if (n > tally.most) tally.most = n;
  for (const char *l = info->used; *l; l++) tally.letter[(unsigned char)*l]++;
  for (unsigned i = 0; i < COMPARE_ALGOS; i++) {
    tally.done[i] += c->done[i];
    tally.runs[i] += c->runs[i];
    tally.redundant[i] += c->redundant[i];
    tally.refused[i] += c->refused[i];
  }
}

static void print_algo(unsigned i, const CompareOptions *opt) {
  if (!compare_wanted(i, opt)) {
    printf("  %s: skipped, not in this build or not asked for\n", compare_algos[i]);
    return;
  }
  printf("  %s: %llu programs, %llu runs, %llu redundant", compare_algos[i], (unsigned long long)tally.done[i],
         (unsigned long long)tally.runs[i], (unsigned long long)tally.redundant[i]);
  if (tally.refused[i]) printf("; %llu programs refused", (unsigned long long)tally.refused[i]);
  printf("\n");
}

static void print_tally(const CompareOptions *opt) {
  printf("  %llu programs (%llu too large), %llu classes (%llu blocked), at most %llu; %llu schedules replayed\n",
         (unsigned long long)tally.programs, (unsigned long long)tally.skipped, (unsigned long long)tally.classes,
         (unsigned long long)tally.blocked, (unsigned long long)tally.most, (unsigned long long)tally.replayed);
  printf("  with failing guards: %llu classes, %llu with observers, %llu by who reads from whom\n", (unsigned long long)tally.lazy,
         (unsigned long long)tally.observers, (unsigned long long)tally.rf);
  for (unsigned i = 0; i < COMPARE_STATEFUL; i++) print_algo(i, opt);
  printf("  programs per letter:");
  for (const char *c = GEN_ALL; *c; c++) printf(" %c %llu", *c, (unsigned long long)tally.letter[(unsigned char)*c]);
  printf("\n");
}

static bool meets(uint64_t seed, const char *letters, unsigned more, CompareOptions *opt) {
  Text t = { 0 };
  GenInfo info;
  Comparison c;
  gen_larger(seed, letters, more, &t, &info);
  about(seed, letters);
  opt->seed = seed;
  opt->workers = seed / 2 % 4 == 0;
  compare_text(t.at, opt, &c);
  count(&info, &c);
  bool ok = c.wrong == WRONG_NOTHING;
  if (!ok) fprintf(stderr, "seed %llu: %s: %s\n%s%s\n", (unsigned long long)seed, c.algo ? c.algo : "judge", compare_wrong[c.wrong], c.why.at, t.at);
  compare_free(&c);
  text_free(&t);
  return ok;
}

TEST every_class_is_met(void) {
  CompareOptions opt = { .max_steps = max_steps, .only = getenv("DMC_PROP_ALGO"), .reversed = true };
  unsigned n = prop_count(PROGRAMS), wrong = 0;
  uint64_t seed = prop_first_seed();
  for (unsigned i = 0; i < n && wrong < prop_keep(); i++, seed++) wrong += !meets(seed, letters_of(seed), gen_size(seed), &opt);
  print_tally(&opt);
  ASSERT_EQ(wrong, 0u);
  if (n < PROGRAMS || getenv("DMC_PROP_LETTERS")) PASS();
  for (unsigned i = 0; i < COMPARE_ALGOS; i++) ASSERTm("enough programs", !compare_wanted(i, &opt) || tally.done[i] >= ENOUGH);
  for (const char *c = GEN_ALL; *c; c++) ASSERTm("every letter occurs", tally.letter[(unsigned char)*c] >= EACH_LETTER);
  PASS();
}

/* --- the judge itself --- */

/* Every interleaving meets every class: the comparison can succeed. */
TEST naive_meets_every_class(void) {
  CompareOptions opt = { .max_steps = max_steps, .only = "naive" };
  unsigned n = prop_count(300), wrong = 0;
  uint64_t seed = prop_first_seed();
  for (unsigned i = 0; i < n && !wrong; i++, seed++) wrong += !meets(seed, letters_of(seed), 0, &opt);
  ASSERT_EQ(wrong, 0u);
  PASS();
}

static bool workers_agree(const Model *m, const ExAlgo *algo, Text *why) {
  Outcome o[3];
  ExStats st[3];
  memset(o, 0, sizeof o);
  for (unsigned k = 0; k < 3; k++) {
    ExLimits l = { .all = true, .depth = -1, .preemptions = -1, .events = 10000, .jobs = k == 2 ? 8 : k + 1 };
    ExResult res;
    Arena a;
    arena_init(&a);
    ex_run(m->program, algo, &l, &a, &res);
    compare_findings(m, &l, &res, &a, &o[k], why);
    st[k] = res.stats;
    arena_deinit(&a);
  }
  for (unsigned k = 1; k < 3; k++) {
    outcome_diff(&o[0], &o[k], "one worker only", why);
    outcome_diff(&o[k], &o[0], "several only", why);
    if (st[k].executions != st[0].executions || st[k].blocked != st[0].blocked) text_add(why, "other counts\n");
  }
  for (unsigned k = 0; k < 3; k++) outcome_free(&o[k]);
  return why->len == 0;
}

/* Counts and findings do not depend on how many search. */
TEST naive_agrees_with_its_workers(void) {
  const ExAlgo *algo = ex_algorithm("naive")->algo;
  if (!(algo->promises & EX_PARALLEL)) SKIPm("not in this build");
  unsigned n = prop_count(300), wrong = 0;
  uint64_t seed = prop_first_seed();
  for (unsigned i = 0; i < n && !wrong; i++, seed++) {
    Text t = { 0 }, why = { 0 };
    Model m;
    gen_program(seed, letters_of(seed), &t, NULL);
    about(seed, letters_of(seed));
    CHECK(model_compile(&m, "generated.d", t.at, t.len));
    if (!workers_agree(&m, algo, &why)) fprintf(stderr, "seed %llu: naive with several workers\n%s%s\n", (unsigned long long)seed, why.at, t.at);
    wrong += why.len > 0;
    model_free(&m);
    text_free(&t);
    text_free(&why);
  }
  ASSERT_EQ(wrong, 0u);
  PASS();
}

/* What the comparison must say to a player with this mistake, once it was made. */
static bool rightly(PlayFault fault, WrongKind said) {
  switch (fault) {
    case PLAY_RIGHT: case PLAY_OTHER: return said == WRONG_NOTHING;
    case PLAY_LESS: return said == WRONG_MISSING;
    case PLAY_TWICE: return said == WRONG_REPEATED;
    case PLAY_MISJUDGED: return said == WRONG_COUNTS || said == WRONG_EXTRA;
  }
  return false;
}

static bool notices(uint64_t seed, const char *algo, PlayFault fault, uint64_t *times) {
  Text t = { 0 };
  Comparison c;
  Player player = { .fault = fault, .which = seed / 7 };
  CompareOptions opt = { .max_steps = max_steps, .only = algo, .player = &player };
  gen_larger(seed, letters_of(seed), gen_size(seed), &t, NULL);
  about(seed, letters_of(seed));
  compare_text(t.at, &opt, &c);
  bool judged = c.done[algo[0] == 'd' ? COMPARE_DC : algo[0] == 'l' ? COMPARE_LAZY : COMPARE_OPTIMAL] && c.executions + c.blocked;
  bool made = judged && (player.happened || fault == PLAY_RIGHT);
  bool ok = made ? rightly(fault, c.wrong) : c.wrong == WRONG_NOTHING;
  *times += made;
  if (!ok) fprintf(stderr, "seed %llu: a player of %s with mistake %d: %s\n%s%s\n", (unsigned long long)seed, algo, (int)fault, compare_wrong[c.wrong], c.why.at ? c.why.at : "", t.at);
  compare_free(&c);
  text_free(&t);
  return ok;
}

/* One run of each class is accepted, and each kind of mistake is noticed. */
TEST comparison_tells_right_from_wrong(void) {
  static const char *const algos[] = { "optimal", "lazy", "dc" };
  unsigned n = prop_count(COMPARED), wrong = 0;
  uint64_t seed = prop_first_seed(), times[PLAY_OTHER + 1] = { 0 };
  for (unsigned i = 0; i < n && wrong < prop_keep(); i++, seed++)
    for (int f = PLAY_RIGHT; f <= PLAY_OTHER; f++)
      for (unsigned k = f == PLAY_OTHER ? 2 : f == PLAY_MISJUDGED ? 1 : 0; k < 3; k++) wrong += !notices(seed, algos[k], (PlayFault)f, &times[f]);
  printf("  right %llu, one class less %llu, one twice %llu, misjudged %llu, in another order %llu\n", (unsigned long long)times[0],
         (unsigned long long)times[1], (unsigned long long)times[2], (unsigned long long)times[3], (unsigned long long)times[4]);
  ASSERT_EQ(wrong, 0u);
  if (n >= COMPARED && !getenv("DMC_PROP_LETTERS")) ASSERTm("enough of each", times[PLAY_MISJUDGED] >= 50 && times[PLAY_OTHER] >= 5);
  PASS();
}

static void walked(const Model *m, ClassMode mode, bool merge, Classes *c, Outcome *o) {
  Mem mem;
  mem_init(&mem, 0);
  VmState *s = vm_new(m->program, &mem);
  CHECK(s);
  (merge ? class_walk : class_walk_plainly)(m, s, mode, merge ? max_steps : 20 * max_steps, c, o);
  vm_free(s);
  mem_deinit(&mem);
}

static bool differ(const ClassSet *x, const ClassSet *y) { return x->executions != y->executions || x->blocked != y->blocked; }

/* Numbers of messages and choices depend on the order of a walk, so the two walks are compared by count only. */
static const char *merging_changes(const Model *m, ClassMode mode, uint64_t *compared) {
  Classes c[2];
  Outcome o[2];
  const char *bad = NULL;
  for (int i = 0; i < 2; i++) walked(m, mode, i == 0, &c[i], &o[i]);
  if (!o[0].cut && !o[1].cut) {
    ++*compared;
    if (differ(&c[0].m, &c[1].m) || differ(&c[0].lazy, &c[1].lazy)) bad = "classes";
    if (differ(&c[0].rf, &c[1].rf)) bad = "reads-from classes";
    if (c[1].paired.count != c[1].failing.count) bad = "reads-from in one class";
    if (c[0].observers.entries.count != c[1].observers.entries.count) bad = "classes with observers";
    if (c[0].prefixes != c[1].prefixes) bad = "prefixes";
    if (!set_equal(&o[0].findings, &o[1].findings)) bad = "findings";
  }
  for (int i = 0; i < 2; i++) {
    classes_free(&c[i]);
    outcome_free(&o[i]);
  }
  return bad;
}

/* Prefixes of one class have the same continuations, and runs of one class the same observers, the same end and the same who
 * reads from whom. */
TEST merging_prefixes_loses_nothing(void) {
  unsigned n = prop_count(600), wrong = 0;
  uint64_t seed = prop_first_seed(), compared = 0;
  for (unsigned i = 0; i < n && !wrong; i++, seed++) {
    Text t = { 0 };
    Model m;
    gen_program(seed, letters_of(seed), &t, NULL);
    about(seed, letters_of(seed));
    CHECK(model_compile(&m, "generated.d", t.at, t.len));
    const char *bad = merging_changes(&m, CLASS_NATIVE, &compared);
    if (!bad) bad = merging_changes(&m, CLASS_LAZY, &compared);
    if (!bad) bad = merging_changes(&m, CLASS_RF, &compared);
    if (bad) fprintf(stderr, "seed %llu: other %s when every interleaving is walked\n%s\n", (unsigned long long)seed, bad, t.at);
    wrong += bad != NULL;
    model_free(&m);
    text_free(&t);
  }
  printf("  %llu pairs of walks\n", (unsigned long long)compared);
  ASSERT_EQ(wrong, 0u);
  PASS();
}

static void forget_deadlock(ByteSet *findings) {
  ByteSet rest = { 0 };
  for (size_t i = 0; i < findings->count; i++) {
    size_t len;
    const uint8_t *p = set_get(findings, i, &len);
    if (len != 8 || memcmp(p, "deadlock", 8) != 0) set_add(&rest, p, len, NULL);
  }
  set_free(findings);
  *findings = rest;
}

/* The findings of one run of each class. Pruned runs are no ends of the program: it goes on, and other runs show how. */
static void representatives(const Model *m, VmState *s, const ClassSet *set, bool letters, Outcome *o) {
  memset(o, 0, sizeof *o);
  for (size_t i = 0; i < set->entries.count; i++) {
    size_t len;
    if (letters && set_get(&set->entries, i, &len)[0] == 'P') continue;
    const uint8_t *way = set_get(&set->ways, i, &len);
    VmAction *a = malloc(len + 1);
    CHECK(a);
    memcpy(a, way, len);
    CHECK(judge_along(m, s, a, len / sizeof *a, o));
    free(a);
  }
  set_free(&o->finals);
}

static void tell_difference(const char *what, const Outcome *all, const Outcome *some, Text *why) {
  Text t = { 0 };
  outcome_diff(all, some, "lost", &t);
  outcome_diff(some, all, "invented", &t);
  if (t.len) text_add(why, "%s\n%s", what, t.at);
  text_free(&t);
}

static void find_all_in(const Model *m, VmState *s, const ClassSet *set, const char *what, const Outcome *all, Text *why) {
  Outcome some;
  representatives(m, s, set, true, &some);
  tell_difference(what, all, &some, why);
  outcome_free(&some);
}

/* ALL loses its deadlock where observers cannot decide. */
static void observers_find_all(const Model *m, VmState *s, const Classes *c, Outcome *all, Text *why) {
  Outcome some;
  representatives(m, s, &c->observers, false, &some);
  if (c->obs_stuck) {                            /* whether that is a deadlock is for the engine to say */
    forget_deadlock(&all->findings);
    forget_deadlock(&some.findings);
  }
  if (c->sourced.count != c->observers.entries.count)
    text_add(why, "%zu classes with observers, but %zu when told apart by sources\n", c->observers.entries.count, c->sourced.count);
  tell_difference("with observers", all, &some, why);
  outcome_free(&some);
}

static bool mode_finds_all(const Model *m, ClassMode mode, Outcome *all, Text *why) {
  Mem mem;
  Classes c;
  Outcome walk;
  mem_init(&mem, 0);
  VmState *s = vm_new(m->program, &mem);
  CHECK(s);
  class_walk(m, s, mode, max_steps, &c, &walk);
  bool compared = !walk.cut;
  if (compared && mode == CLASS_LAZY) find_all_in(m, s, &c.lazy, "failing guards", all, why);
  else if (compared) {
    if (!m->program->ninvariants && !m->program->ncovers) find_all_in(m, s, &c.rf, "by who reads from whom", all, why);
    observers_find_all(m, s, &c, all, why);
  }
  classes_free(&c);
  outcome_free(&walk);
  vm_free(s);
  mem_deinit(&mem);
  return compared;
}

static bool classes_find_all(const Model *m, Text *why) {
  Classes native;
  Outcome all;
  walked(m, CLASS_NATIVE, true, &native, &all);
  set_free(&all.finals);
  bool compared = !all.cut && !all.no_start;
  if (compared) compared = mode_finds_all(m, CLASS_LAZY, &all, why) && mode_finds_all(m, CLASS_RF, &all, why);
  classes_free(&native);
  outcome_free(&all);
  return compared;
}

/* The relations are fine enough: any one run of each class shows all findings, also the deadlocks of guards that are stuck for
 * good; runs of one class with observers (algorithms.md 3) read from the same writers. */
TEST classes_keep_findings(void) {
  unsigned n = prop_count(4000), wrong = 0, compared = 0;
  uint64_t seed = prop_first_seed();
  for (unsigned i = 0; i < n && wrong < prop_keep(); i++, seed++) {
    Text t = { 0 }, why = { 0 };
    Model m;
    gen_larger(seed, letters_of(seed), gen_size(seed), &t, NULL);
    about(seed, letters_of(seed));
    CHECK(model_compile(&m, "generated.d", t.at, t.len));
    compared += classes_find_all(&m, &why);
    if (why.len) fprintf(stderr, "seed %llu: one run of each class\n%s%s\n", (unsigned long long)seed, why.at, t.at);
    wrong += why.len > 0;
    model_free(&m);
    text_free(&t);
    text_free(&why);
  }
  printf("  %u programs\n", compared);
  ASSERT_EQ(wrong, 0u);
  PASS();
}

/* One run in two orders that its relation allows. NULL or what is wrong. */
static const char *shuffled(ClassRun *r, VmState *s, ClassMode mode, Rng *rng, const VmAction *a, size_t n, VmAction *other) {
  Text x = { 0 }, y = { 0 };
  const char *bad = NULL;
  CHECK(class_replay(r, a, n));
  class_entry(r, mode, &x);
  class_shuffle(r, mode, rng, other);
  if (!class_replay(r, other, n)) bad = "does not replay";
  else {
    const VmAction *enabled;
    size_t crashes = 0;
    class_entry(r, mode, &y);
    if (x.len != y.len || (x.len && memcmp(x.at, y.at, x.len) != 0)) bad = "is of another class";
    else if (vm_actions(s, &enabled, &crashes) != crashes) bad = "is not complete";
  }
  text_free(&x);
  text_free(&y);
  return bad;
}

static const char *classes_shuffled(const Model *m, ClassMode mode, Rng *rng, uint64_t *orders) {
  Mem mem;
  Classes c;
  Outcome o;
  const char *bad = NULL;
  mem_init(&mem, 0);
  VmState *s = vm_new(m->program, &mem);
  CHECK(s);
  class_walk(m, s, mode, max_steps, &c, &o);
  const ClassSet *set = mode == CLASS_OBSERVERS ? &c.observers : mode == CLASS_LAZY ? &c.lazy : &c.m;
  ClassRun *r = class_run_new(s);
  for (size_t i = 0; i < set->ways.count && !bad; i++, ++*orders) {
    size_t len;
    const uint8_t *way = set_get(&set->ways, i, &len);
    VmAction *a = malloc(2 * len + 1);
    CHECK(a);
    memcpy(a, way, len);
    bad = shuffled(r, s, mode, rng, a, len / sizeof *a, a + len / sizeof *a);
    free(a);
  }
  class_run_free(r);
  classes_free(&c);
  outcome_free(&o);
  vm_free(s);
  mem_deinit(&mem);
  return bad;
}

/* A class is a partial order: every order it allows is a run of the program, and of this class. */
TEST classes_are_partial_orders(void) {
  unsigned n = prop_count(3000), wrong = 0;
  uint64_t seed = prop_first_seed(), orders = 0;
  for (unsigned i = 0; i < n && wrong < prop_keep(); i++, seed++) {
    Text t = { 0 };
    Model m;
    Rng rng = rng_new(seed);
    gen_larger(seed, letters_of(seed), gen_size(seed), &t, NULL);
    about(seed, letters_of(seed));
    CHECK(model_compile(&m, "generated.d", t.at, t.len));
    static const struct { ClassMode mode; const char *name; } kinds[] = { { CLASS_NATIVE, "" }, { CLASS_OBSERVERS, " (observers)" }, { CLASS_LAZY, " (failing guards)" } };
    const char *bad = NULL;
    for (unsigned k = 0; k < 3 && !bad; k++) {
      bad = classes_shuffled(&m, kinds[k].mode, &rng, &orders);
      if (bad) fprintf(stderr, "seed %llu: a run in another order %s%s\n%s\n", (unsigned long long)seed, bad, kinds[k].name, t.at);
    }
    wrong += bad != NULL;
    model_free(&m);
    text_free(&t);
  }
  printf("  %llu orders\n", (unsigned long long)orders);
  ASSERT_EQ(wrong, 0u);
  PASS();
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_TEST(every_class_is_met);
  RUN_TEST(naive_meets_every_class);
  RUN_TEST(naive_agrees_with_its_workers);
  RUN_TEST(comparison_tells_right_from_wrong);
  RUN_TEST(merging_prefixes_loses_nothing);
  RUN_TEST(classes_keep_findings);
  RUN_TEST(classes_are_partial_orders);
  GREATEST_MAIN_END();
}
