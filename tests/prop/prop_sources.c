/* tests/prop/prop_sources.c -- the reduced graphs of the stateful reductions are complete (sources.h, reduced.h): on random programs
 * that end, and on the models of the papers. The oracle itself is tried first: graphs reduced by it lose nothing, worse ones are
 * noticed. DMC_PROP_ALGO: only this search. DMC_PROP_LETTERS: only programs of these letters. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tests/greatest.h"
#include "tests/prop/classes.h"
#include "tests/prop/gen.h"
#include "tests/prop/gen_wide.h"
#include "tests/prop/reduced.h"
#include "tests/prop/stateful.h"
#include "tests/prop/walker.h"

enum { PROGRAMS = 1500, WIDE = 1000, WALKED = 600, MAX_STATES = 3000, WIDE_STATES = 600, MAX_FIRST = 200 };

/* An assertion inside a search ends us: say which program it was. */
static char current[160];
static void died(int sig) {
  ssize_t n = write(2, current, strlen(current));
  (void)n;
  signal(sig, SIG_DFL);
  raise(sig);
}

static void about(const char *program, const char *algo) {
  snprintf(current, sizeof current, "died on %s, %s\n", program, algo);
  signal(SIGABRT, died);
  signal(SIGSEGV, died);
}

static void generate(uint64_t seed, unsigned more, Text *out) {
  const char *only = getenv("DMC_PROP_LETTERS");
  gen_larger(seed, only ? only : gen_focus(seed), more, out, NULL);
}

/* One program with its graph. */
typedef struct { Model m; FullGraph g; Text text; char name[100]; bool usable; } Case;

static void case_build(Case *c, const VmNumbering *numbers, size_t max_states) {
  sources_build(&c->m, numbers, max_states, &c->g);
  c->usable = !c->g.cut && !c->g.cyclic && !c->g.no_start;
}

/* Of the text it has. */
static void case_compile(Case *c, uint64_t seed) {
  snprintf(c->name, sizeof c->name, "seed %llu", (unsigned long long)seed);
  if (!model_compile(&c->m, "generated.d", c->text.at, c->text.len)) diag_print(&c->m.diags, stderr, false);
  CHECK(c->m.program);
  about(c->name, "judge");
}

static void case_random(Case *c, uint64_t seed, unsigned more) {
  memset(c, 0, sizeof *c);
  generate(seed, more, &c->text);
  case_compile(c, seed);
}

static void case_wide(Case *c, uint64_t seed) {
  char used[32];
  memset(c, 0, sizeof *c);
  gen_wide(seed, &c->text, used);
  case_compile(c, seed);
}

static void case_free(Case *c) {
  sources_free(&c->g);
  text_free(&c->text);
  model_free(&c->m);
}

static void tell(const Case *c, const char *who, const char *kind, const Text *why) {
  fprintf(stderr, "%s: %s: %s\n%s%s\n", c->name, who, kind, why->at ? why->at : "", c->text.at ? c->text.at : "");
}

/* --- the reductions --- */

typedef struct { uint64_t programs, skipped; ReducedTally of[STATEFUL_COUNT]; } Tally;

/* Every reduction of the build, with the relation whose first sets are known. */
static bool reductions_complete(const Case *c, Tally *t) {
  bool ok = true;
  for (unsigned i = STATEFUL_REACH + 1; i < STATEFUL_COUNT && ok; i++) {
    const ExAlgo *algo = stateful_algo(i);
    Text why = { 0 }, who = { 0 };
    text_add(&who, "%s%s", stateful_names[i], c->g.relation == RELATE_OBJECT ? " --dep=object" : "");
    about(c->name, who.at);
    ReducedKind kind = algo ? reduced_check(&c->m, &c->g, algo, NULL, &t->of[i], &why) : REDUCED_RIGHT;
    ok = kind == REDUCED_RIGHT;
    if (!ok) tell(c, who.at, reduced_kinds[kind], &why);
    text_free(&why);
    text_free(&who);
  }
  return ok;
}

static bool complete(Case *c, Tally *t) {
  bool ok = true, both = c->usable;
  for (int r = RELATE_OWN; r <= RELATE_OBJECT && c->usable && ok; r++) {
    bool few = sources_first(&c->g, (SourceRelation)r, MAX_FIRST);
    both &= few;
    if (few) ok = reductions_complete(c, t);
  }
  if (both) t->programs++;
  else t->skipped++;
  return ok;
}

static bool any_reduction(void) {
  for (unsigned i = STATEFUL_REACH + 1; i < STATEFUL_COUNT; i++) if (stateful_algo(i)) return true;
  return false;
}

static void print_tally(const Tally *t) {
  printf("  %llu programs (%llu too large or endless)\n", (unsigned long long)t->programs, (unsigned long long)t->skipped);
  for (unsigned i = STATEFUL_REACH + 1; i < STATEFUL_COUNT; i++)
    if (stateful_algo(i))
      printf("  %s: %llu searches, %llu nodes, %llu with sleep sets, %llu edges; %llu classes followed, paths counted %llu times, %llu without a graph\n", stateful_names[i],
             (unsigned long long)t->of[i].searches, (unsigned long long)t->of[i].nodes, (unsigned long long)t->of[i].asleep,
             (unsigned long long)t->of[i].edges, (unsigned long long)t->of[i].classes, (unsigned long long)t->of[i].counted,
             (unsigned long long)t->of[i].silent);
  stateful_print_missing();
}

TEST random_programs(void) {
  static Tally t;
  unsigned n = prop_count(PROGRAMS), wrong = 0;
  uint64_t seed = prop_first_seed();
  for (unsigned i = 0; any_reduction() && i < n && wrong < prop_keep(); i++, seed++) {
    Case c;
    case_random(&c, seed, gen_size(seed));
    case_build(&c, NULL, MAX_STATES);
    wrong += !complete(&c, &t);
    case_free(&c);
  }
  print_tally(&t);
  ASSERT_EQ(wrong, 0u);
  if (!any_reduction()) SKIPm("no reduction in this build");
  for (unsigned i = STATEFUL_REACH + 1; n >= PROGRAMS && !getenv("DMC_PROP_LETTERS") && i < STATEFUL_COUNT; i++)
    ASSERTm("enough programs", !stateful_algo(i) || t.of[i].searches - t.of[i].silent >= 2000);
  PASS();
}

TEST wide_programs(void) {
  static Tally t;
  unsigned n = prop_count(WIDE), wrong = 0;
  uint64_t seed = prop_first_seed();
  if (!any_reduction()) SKIPm("no reduction in this build");
  for (unsigned i = 0; i < n && wrong < prop_keep(); i++, seed++) {
    Case c;
    case_wide(&c, seed);
    case_build(&c, NULL, WIDE_STATES);
    wrong += !complete(&c, &t);
    case_free(&c);
  }
  print_tally(&t);
  ASSERT_EQ(wrong, 0u);
  if (n >= WIDE) ASSERTm("enough programs", t.programs >= 600);
  PASS();
}

/* --- models in files --- */

typedef struct { Tally tally; unsigned wrong, files; } Files;

/* VALUE NULL: as the file says. False: there is no such parameter. */
static bool one_size(Files *f, const char *path, const char *text, size_t len, const char *param, const char *value) {
  BcDefine d = { .name = param, .value = value };
  Case c;
  memset(&c, 0, sizeof c);
  bool ok = model_compile_with(&c.m, path, text, len, &d, value ? 1 : 0) && (!value || d.used);
  snprintf(c.name, sizeof c.name, "%s%s%s%s%s", path, value ? " -D " : "", value ? param : "", value ? "=" : "", value ? value : "");
  if (ok) {
    about(c.name, "judge");
    case_build(&c, NULL, MAX_STATES);
    f->wrong += !complete(&c, &f->tally);
  }
  case_free(&c);
  return ok;
}

static void one_file(void *ctx, const char *path) {
  static const char *const params[] = { "N", "K" }, *const sizes[] = { "2", "3" };
  Files *f = ctx;
  size_t len;
  char *text = file_read(path, &len);
  bool any = false;
  CHECK(text);
  f->files++;
  for (unsigned p = 0; p < 2; p++)
    for (unsigned s = 0; s < 2 && f->wrong < prop_keep(); s++) any |= one_size(f, path, text, len, params[p], sizes[s]);
  if (!any && f->wrong < prop_keep()) one_size(f, path, text, len, "", NULL);
  free(text);
}

TEST models_of_the_papers(void) {
  static Files f;
  if (!any_reduction()) SKIPm("no reduction in this build");
  file_each("examples/papers", one_file, &f);
  printf("  %u files\n", f.files);
  print_tally(&f.tally);
  ASSERT_EQ(f.wrong, 0u);
  ASSERTm("the models are there", f.files >= 20 && f.tally.programs >= 20);
  PASS();
}

/* --- paths --- */

static unsigned draw_threads(Rng *r, Text *out) {
  unsigned n = 2 + rng_below(r, 3);
  text_add(out, "message A(int v)\nint x\nint[4] out\nmutex[4] m\nint[4] a\n");
  return n;
}

/* Each thread has its own variables, mutex and mailbox. */
static void private_statement(Rng *r, unsigned k, Text *out) {
  switch (rng_below(r, 6)) {
    case 0: text_add(out, "  h := h + a[%u]\n", k); break;
    case 1: text_add(out, "  a[%u] := h + %u\n", k, rng_below(r, 3)); break;
    case 2: text_add(out, "  lock(m[%u]); a[%u] += 1; unlock(m[%u])\n", k, k, k); break;
    case 3: text_add(out, "  T%u ! A(%u); receive { A(v) => { h := v } }\n", k, rng_below(r, 3)); break;
    case 4: text_add(out, "  atomic { a[%u] := a[%u] + 1; out[%u] := a[%u] }\n", k, k, k, k); break;
    default: text_add(out, "  if cas(a[%u], 0, 1) { h := 1 } else { out[%u] := h }\n", k, k);
  }
}

/* Whatever two threads do depends on each other. */
static void common_statement(Rng *r, unsigned k, Text *out) {
  (void)k;
  switch (rng_below(r, 3)) {
    case 0: text_add(out, "  x := %u\n", rng_below(r, 3)); break;
    case 1: text_add(out, "  h := fetch_add(x, %u)\n", 1 + rng_below(r, 3)); break;
    default: text_add(out, "  h := swap(x, h)\n");
  }
}

static void case_drawn(Case *c, uint64_t seed, void (*statement)(Rng *r, unsigned k, Text *out)) {
  Rng r = rng_new(seed);
  memset(c, 0, sizeof *c);
  unsigned n = draw_threads(&r, &c->text), events = 6;
  for (unsigned k = 0; k < n; k++) {
    text_add(&c->text, "Thread T%u {\n  int h = 0\n", k);
    for (unsigned i = 1 + rng_below(&r, 3); i && events; i--, events--) statement(&r, k, &c->text);
    text_add(&c->text, "}\n");
  }
  case_compile(c, seed);
  case_build(c, NULL, MAX_STATES);
}

static bool single_path(const Case *c, const ExAlgo *algo, void *self, bool object) {
  Arena a;
  ExResult res;
  ExLimits l = { .all = true, .depth = -1, .preemptions = -1, .object_dep = object, .paths = true, .numbering = c->g.numbers };
  memset(&res, 0, sizeof res);
  arena_init(&a);
  ex_replay(c->m.program, algo, self, &l, &a, &res);
  bool yes = res.complete && res.paths && strcmp(res.paths, "1") == 0;
  arena_deinit(&a);
  return yes;
}

/* stateful:full+sleep runs threads that share nothing one after the other. */
TEST one_path_without_sharing(void) {
  const ExAlgo *algo = stateful_algo(STATEFUL_FULL);
  unsigned n = prop_count(200), wrong = 0, noticed = 0;
  uint64_t seed = prop_first_seed();
  for (unsigned i = 0; i < n && wrong < prop_keep(); i++, seed++) {
    Case c;
    Text none = { 0 };
    case_drawn(&c, seed, private_statement);
    if (c.usable && sources_classes(&c.g, RELATE_OWN, true) != 1) wrong++, tell(&c, "judge", "more than one class", &none);
    if (c.usable) noticed += !single_path(&c, &walker_algo, &(Walker){ .g = &c.g, .kind = WALK_ALL }, false);
    for (int object = 0; object < 2 && algo; object++) {
      about(c.name, stateful_names[STATEFUL_FULL]);
      if (!single_path(&c, algo, NULL, object)) wrong++, tell(&c, stateful_names[STATEFUL_FULL], object ? "more than one path with --dep=object" : "more than one path", &none);
    }
    case_free(&c);
  }
  if (!algo) printf("  %s: skipped, not in this build or not asked for\n", stateful_names[STATEFUL_FULL]);
  ASSERT_EQ(wrong, 0u);
  if (n >= 20) ASSERTm("a walk over everything has more", noticed * 2 > n);
  PASS();
}

/* Every interleaving is a class, so there are as many paths. */
TEST as_many_paths_as_interleavings(void) {
  static Tally t;
  unsigned n = prop_count(200), wrong = 0;
  uint64_t seed = prop_first_seed();
  for (unsigned i = 0; i < n && wrong < prop_keep(); i++, seed++) {
    Case c;
    case_drawn(&c, seed, common_statement);
    bool equal = !c.usable || sources_classes(&c.g, RELATE_OWN, true) == sources_runs(&c.g);
    if (!equal) tell(&c, "judge", "fewer classes than interleavings", &(Text){ 0 });
    wrong += !equal || !complete(&c, &t);
    case_free(&c);
  }
  print_tally(&t);
  ASSERT_EQ(wrong, 0u);
  for (unsigned i = STATEFUL_REACH + 1; i < STATEFUL_COUNT; i++) ASSERTm("paths are counted", t.of[i].counted == t.of[i].searches);
  PASS();
}

/* --- the oracle, and the checks themselves --- */

static const char *const walk_kinds[] = { "a walk over everything", "a walk over covering sets", "a walk with sleep sets", "a walk over random sets",
                                          "a walk over persistent sets" };

typedef struct { StateJudge j; Case c; } Judged;

/* False: too large, or nothing runs. */
static bool judged(Judged *x, uint64_t seed, unsigned more) {
  case_random(&x->c, seed, more);
  state_judge(&x->c.m, 20 * MAX_STATES, &x->j);
  case_build(&x->c, x->j.numbers, MAX_STATES);
  return x->c.usable && !x->j.graph.cut;
}

static void judged_free(Judged *x) {
  state_judge_free(&x->j);
  case_free(&x->c);
}

typedef struct { ReducedKind reduced; WrongKind found; Text why; bool happened; } Said;

/* What the two checks say to a walker. */
static Said ask(Judged *x, Walker *w) {
  Said s = { 0 };
  w->g = &x->c.g;
  w->relation = x->c.g.relation;
  s.reduced = reduced_check(&x->c.m, &x->c.g, &walker_algo, w, NULL, &s.why);
  s.happened = w->happened;
  s.found = stateful_compare(&x->j, &walker_algo, w, false, NULL, &s.why);
  return s;
}

static bool right(Judged *x, Walker *w) {
  Said s = ask(x, w);
  bool ok = s.reduced == REDUCED_RIGHT && s.found == WRONG_NOTHING;
  if (!ok) tell(&x->c, walk_kinds[w->kind], s.reduced ? reduced_kinds[s.reduced] : compare_wrong[s.found], &s.why);
  text_free(&s.why);
  return ok;
}

/* Proposition 7: where every first set is met nothing is lost, whichever the relation, with and without sleep sets. */
TEST covering_sets_lose_nothing(void) {
  unsigned n = prop_count(WALKED), wrong = 0;
  uint64_t seed = prop_first_seed(), walks = 0;
  for (unsigned i = 0; i < n && wrong < prop_keep(); i++, seed++) {
    Judged x;
    bool usable = judged(&x, seed, gen_size(seed));
    for (int r = 0; r < RELATIONS && usable && !wrong; r++) {
      if (!sources_first(&x.c.g, (SourceRelation)r, MAX_FIRST)) continue;
      for (int k = WALK_ALL; k <= WALK_SLEEP; k++, walks++) wrong += !right(&x, &(Walker){ .kind = (WalkKind)k, .seed = seed });
    }
    judged_free(&x);
  }
  printf("  %llu walks\n", (unsigned long long)walks);
  ASSERT_EQ(wrong, 0u);
  PASS();
}

/* Where they are not, something may be lost; where something is lost, one is not met. */
TEST random_sets_are_noticed(void) {
  unsigned n = prop_count(WALKED), wrong = 0;
  uint64_t seed = prop_first_seed(), lost = 0, unmet = 0, walks = 0;
  for (unsigned i = 0; i < n && wrong < prop_keep(); i++, seed++) {
    Judged x;
    bool usable = judged(&x, seed, gen_size(seed)) && sources_first(&x.c.g, (SourceRelation)(seed % 2), MAX_FIRST);
    for (unsigned k = 0; k < 3 && usable; k++) {
      Walker w = { .kind = WALK_ANY, .seed = seed * 3 + k };
      Said s = ask(&x, &w);
      walks++;
      lost += s.found != WRONG_NOTHING;
      unmet += s.reduced == REDUCED_UNMET;
      bool ok = s.reduced == REDUCED_UNMET || (s.reduced == REDUCED_RIGHT && s.found == WRONG_NOTHING);
      if (!ok) tell(&x.c, walk_kinds[WALK_ANY], reduced_kinds[s.reduced], &s.why), wrong++;
      text_free(&s.why);
    }
    judged_free(&x);
  }
  printf("  %llu walks over random sets, %llu do not meet a first set, %llu lose an end or a finding\n", (unsigned long long)walks,
         (unsigned long long)unmet, (unsigned long long)lost);
  ASSERT_EQ(wrong, 0u);
  if (n >= WALKED && !getenv("DMC_PROP_LETTERS")) ASSERTm("many lose something", lost * 10 > walks && unmet >= lost);
  PASS();
}

/* What is said to a mistake that was made. */
static bool rightly(WalkFault fault, const Said *s) {
  switch (fault) {
    case WALK_RIGHT: return !s->reduced && !s->found;
    case WALK_NO_END: return !s->reduced && (s->found == WRONG_MISSING || s->found == WRONG_FINDINGS);
    case WALK_END_TWICE: return !s->reduced && s->found == WRONG_REPEATED;
    case WALK_STATE_TWICE: return !s->reduced && s->found == WRONG_COUNTS;
    case WALK_NO_NODE: return s->reduced == REDUCED_STATE && s->found == WRONG_COUNTS;
    case WALK_NODE_TWICE: return !s->reduced && s->found == WRONG_REPEATED;
    case WALK_NO_EDGE: return s->reduced == REDUCED_UNMET && !s->found;
    case WALK_STRANGE: return s->reduced == REDUCED_ACTION && !s->found;
    case WALK_ROOT_SLEEPS: return s->reduced == REDUCED_ROOT && !s->found;
    case WALK_PATHS: return s->reduced == REDUCED_PATHS && !s->found;
    case WALK_NO_PROVISO: return !s->reduced && !s->found;               /* needs a cycle */
    case WALK_SLEEP_KEPT: return s->reduced == REDUCED_CLASS || (!s->reduced && !s->found);
    case WALK_FAULTS: break;
  }
  return false;
}

static bool notices(Judged *x, WalkFault fault, uint64_t seed, uint64_t *made, uint64_t *lost) {
  static const char *const names[] = { "right", "an end less", "an end twice", "a state twice", "a node less", "a node twice", "edges less",
                                       "a strange action", "a root that sleeps", "no paths", "no proviso", "sleep sets kept" };
  bool all = fault >= WALK_NO_END && fault <= WALK_STATE_TWICE;
  Walker w = { .kind = all ? WALK_ALL : fault == WALK_NO_EDGE ? WALK_COVER : WALK_SLEEP, .fault = fault, .seed = seed, .which = (unsigned)(seed % 3) };
  if (fault == WALK_ROOT_SLEEPS || fault == WALK_PATHS) w.which = 0;
  Said s = ask(x, &w);
  bool ok = s.happened ? rightly(fault, &s) : !s.reduced && !s.found;
  *made += s.happened || fault == WALK_RIGHT;
  *lost += s.found != WRONG_NOTHING;
  if (!ok) tell(&x->c, names[fault], s.reduced ? reduced_kinds[s.reduced] : compare_wrong[s.found], &s.why);
  text_free(&s.why);
  return ok;
}

TEST checks_tell_right_from_wrong(void) {
  unsigned n = prop_count(WALKED), wrong = 0;
  uint64_t seed = prop_first_seed(), made[WALK_FAULTS] = { 0 }, lost[WALK_FAULTS] = { 0 };
  for (unsigned i = 0; i < n && wrong < prop_keep(); i++, seed++) {
    Judged x;
    bool usable = judged(&x, seed, gen_size(seed)) && sources_first(&x.c.g, (SourceRelation)(seed % 2), MAX_FIRST);
    for (int f = WALK_RIGHT; f < WALK_FAULTS && usable; f++) wrong += !notices(&x, (WalkFault)f, seed, &made[f], &lost[f]);
    judged_free(&x);
  }
  printf("  mistakes made:");
  for (int f = WALK_RIGHT; f < WALK_FAULTS; f++) printf(" %llu", (unsigned long long)made[f]);
  printf("; sleep sets kept lose an end or a finding %llu times\n", (unsigned long long)lost[WALK_SLEEP_KEPT]);
  ASSERT_EQ(wrong, 0u);
  if (n < WALKED || getenv("DMC_PROP_LETTERS")) PASS();
  for (int f = WALK_RIGHT; f < WALK_FAULTS; f++) ASSERTm("enough of each", f == WALK_NO_PROVISO || made[f] >= 50);
  ASSERTm("sleep sets matter", lost[WALK_SLEEP_KEPT] >= 20);
  PASS();
}

/* The walk over classes of classes.h knows nothing of this graph. */
TEST as_many_classes_as_the_judge(void) {
  unsigned n = prop_count(WALKED), wrong = 0;
  uint64_t seed = prop_first_seed(), compared = 0;
  for (unsigned i = 0; i < n && !wrong; i++, seed++) {
    Case c;
    Classes classes;
    Outcome o;
    Mem mem;
    case_random(&c, seed, 0);
    case_build(&c, NULL, MAX_STATES);
    mem_init(&mem, 0);
    VmState *s = vm_new(c.m.program, &mem);
    CHECK(s);
    class_walk(&c.m, s, CLASS_NATIVE, 20 * MAX_STATES, &classes, &o);
    uint64_t mine = c.usable ? sources_classes(&c.g, RELATE_WAITS, true) : 0, fewer = c.usable ? sources_classes(&c.g, RELATE_OWN, true) : 0;
    bool judge = c.usable && !o.cut;
    compared += judge;
    if (judge && (mine != classes.m.entries.count || fewer > mine)) {
      fprintf(stderr, "%s: %llu classes here, %zu of the judge, %llu without wait sets\n%s\n", c.name, (unsigned long long)mine,
              classes.m.entries.count, (unsigned long long)fewer, c.text.at);
      wrong++;
    }
    classes_free(&classes);
    outcome_free(&o);
    vm_free(s);
    mem_deinit(&mem);
    case_free(&c);
  }
  printf("  %llu programs compared\n", (unsigned long long)compared);
  ASSERT_EQ(wrong, 0u);
  PASS();
}

SUITE(sources) {
  RUN_TEST(as_many_classes_as_the_judge);
  RUN_TEST(covering_sets_lose_nothing);
  RUN_TEST(random_sets_are_noticed);
  RUN_TEST(checks_tell_right_from_wrong);
  RUN_TEST(one_path_without_sharing);
  RUN_TEST(as_many_paths_as_interleavings);
  RUN_TEST(random_programs);
  RUN_TEST(wide_programs);
  RUN_TEST(models_of_the_papers);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(sources);
  GREATEST_MAIN_END();
}
