/* tests/prop/prop_relate.c -- two searches whose results must be related: statement atomicity only leaves runs out; the
 * order in which threads are declared does not matter; a printed or upgraded program is the same program; the searches
 * agree on unread messages, and what stateful:reach calls a race naive does too. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "explore/run.h"
#include "lang/print.h"
#include "tests/greatest.h"
#include "tests/prop/gen.h"
#include "tests/prop/judge.h"

static const uint64_t max_steps = 3000000;

/* One text, searched. */
typedef struct { Model model; Arena arena; ExResult naive, reach; } Searched;

static void search(Searched *s, const char *algo, ExResult *res) {
  ExLimits l = { .all = true, .races = LEVEL_LIST, .unread = LEVEL_LIST, .depth = -1, .preemptions = -1, .events = 10000 };
  memset(res, 0, sizeof *res);
  ex_run(s->model.program, ex_algorithm(algo)->algo, &l, &s->arena, res);
}

static bool searched(Searched *s, const char *text) {
  arena_init(&s->arena);
  if (!model_compile(&s->model, "generated.d", text, strlen(text))) {
    diag_print(&s->model.diags, stderr, false);
    return false;
  }
  search(s, "naive", &s->naive);
  search(s, "stateful:reach", &s->reach);
  return true;
}

static void searched_free(Searched *s) {
  arena_deinit(&s->arena);
  model_free(&s->model);
}

static void same(Text *why, const char *what, uint64_t x, uint64_t y) {
  if (x != y) text_add(why, "%s: %llu and %llu\n", what, (unsigned long long)x, (unsigned long long)y);
}

/* Kinds of findings, with their names and codes, without places. */
static void kinds(const ExFindings *f, ByteSet *out) {
  for (const ExFinding *x = f->first; x; x = x->next) {
    char buf[200];
    int n = snprintf(buf, sizeof buf, "%s %s %s", find_word(x->what), x->name ? x->name : "", x->code ? x->code : "");
    set_add(out, buf, (size_t)n, NULL);
  }
}

/* Two texts with the same meaning. */
static void compare_same(const char *x, const char *y, Text *why) {
  Searched a, b;
  ByteSet ka = { 0 }, kb = { 0 };
  bool both = searched(&a, x);
  both = searched(&b, y) && both;
  if (!both) text_add(why, "does not compile\n");
  else {
    same(why, "executions", a.naive.stats.executions, b.naive.stats.executions);
    same(why, "blocked", a.naive.stats.blocked, b.naive.stats.blocked);
    same(why, "states", a.reach.stats.states, b.reach.stats.states);
    same(why, "end states", a.reach.stats.executions, b.reach.stats.executions);
    kinds(&a.naive.findings, &ka);
    kinds(&b.naive.findings, &kb);
    if (!set_equal(&ka, &kb)) text_add(why, "other kinds of findings\n");
  }
  set_free(&ka);
  set_free(&kb);
  searched_free(&a);
  searched_free(&b);
}

static bool report(Text *why, uint64_t seed, const char *text, const char *other) {
  bool ok = why->len == 0;
  if (!ok) fprintf(stderr, "seed %llu:\n%s%s%s%s\n", (unsigned long long)seed, why->at, text, other ? "--- and\n" : "", other ? other : "");
  text_free(why);
  return ok;
}

TEST thread_order_does_not_matter(void) {
  unsigned n = prop_count(3000), wrong = 0;
  uint64_t seed = prop_first_seed();
  for (unsigned i = 0; i < n && wrong < prop_keep(); i++, seed++) {
    Text t = { 0 }, r = { 0 }, why = { 0 };
    gen_program(seed, NULL, &t, NULL);
    text_reverse_threads(t.at, &r);
    compare_same(t.at, r.at, &why);
    wrong += !report(&why, seed, t.at, r.at);
    text_free(&t);
    text_free(&r);
  }
  ASSERT_EQ(wrong, 0u);
  PASS();
}

static char *printed(const char *text) {
  Model m;
  char *out = NULL;
  size_t len = 0;
  model_parse(&m, "generated.d", text, strlen(text));
  FILE *f = open_memstream(&out, &len);
  CHECK(f);
  print_file(&m.ast, m.source, &m.arena, f);
  fclose(f);
  model_free(&m);
  return out;
}

/* Every third one is a thesis file, whose printed form is the upgrade to the new dialect. */
TEST printed_programs_mean_the_same(void) {
  unsigned n = prop_count(3000), wrong = 0;
  uint64_t seed = prop_first_seed();
  for (unsigned i = 0; i < n && wrong < prop_keep(); i++, seed++) {
    Text t = { 0 }, why = { 0 };
    if (i % 3 == 0) gen_thesis(seed, &t);
    else gen_program(seed, NULL, &t, NULL);
    char *p = printed(t.at);
    compare_same(t.at, p, &why);
    wrong += !report(&why, seed, t.at, p);
    free(p);
    text_free(&t);
  }
  ASSERT_EQ(wrong, 0u);
  PASS();
}

static bool final_values(const char *text, Outcome *o) {
  Model m;
  Mem mem;
  bool ok = model_compile(&m, "generated.d", text, strlen(text));
  memset(o, 0, sizeof *o);
  if (ok) {
    mem_init(&mem, 0);
    VmState *s = vm_new(m.program, &mem);
    CHECK(s);
    judge_graph(&m, s, max_steps, o);
    vm_free(s);
    mem_deinit(&mem);
  }
  model_free(&m);
  return ok;
}

/* Ends in which a thread failed are left out: within a merged statement an error comes before the other threads' steps. */
TEST statement_runs_are_access_runs(void) {
  unsigned n = prop_count(3000), wrong = 0;
  uint64_t seed = prop_first_seed();
  for (unsigned i = 0; i < n && wrong < prop_keep(); i++, seed++) {
    Text t = { 0 }, u = { 0 }, why = { 0 };
    Outcome access, statement;
    gen_program(seed, NULL, &t, NULL);
    text_add(&u, "//! options: --atomicity statement\n%s", t.at);
    bool ok = final_values(t.at, &access);
    ok = final_values(u.at, &statement) && ok;
    if (!ok) text_add(&why, "does not compile\n");
    for (size_t k = 0; k < statement.values.count; k++) {
      size_t len;
      const uint8_t *v = set_get(&statement.values, k, &len);
      if (v[0] != JUDGED_FAILED && !set_has(&access.values, v, len)) text_add(&why, "only with statements: %.*s\n", (int)len, (const char *)v);
    }
    wrong += !report(&why, seed, t.at, NULL);
    outcome_free(&access);
    outcome_free(&statement);
    text_free(&t);
    text_free(&u);
  }
  ASSERT_EQ(wrong, 0u);
  PASS();
}

/* Races by variable and lines; unread messages by name. */
static void listed(const Model *m, const ExFindings *f, ByteSet *out) {
  for (const ExFinding *x = f->first; x; x = x->next) {
    char buf[200];
    uint32_t l1 = 0, l2 = 0, col;
    if (x->what == FIND_RACE) { model_place(m, x->pc, &l1, &col); model_place(m, x->pc2, &l2, &col); }
    int n = snprintf(buf, sizeof buf, "%s %u %u", x->name ? x->name : "", l1 < l2 ? l1 : l2, l1 < l2 ? l2 : l1);
    set_add(out, buf, (size_t)n, NULL);
  }
}

static void subset(const ByteSet *x, const ByteSet *y, const char *what, Text *why) {
  for (size_t i = 0; i < x->count; i++) {
    size_t n;
    const uint8_t *p = set_get(x, i, &n);
    if (!set_has(y, p, n)) text_add(why, "%s: %.*s\n", what, (int)n, (const char *)p);
  }
}

TEST races_and_unread_messages(void) {
  unsigned n = prop_count(3000), wrong = 0;
  uint64_t seed = prop_first_seed();
  for (unsigned i = 0; i < n && wrong < prop_keep(); i++, seed++) {
    Text t = { 0 }, why = { 0 };
    Searched s;
    gen_program(seed, i % 2 ? "rwlsejp" : NULL, &t, NULL);
    if (searched(&s, t.at)) {
      ByteSet races[2] = { { 0 } }, unread[2] = { { 0 } };
      listed(&s.model, &s.naive.races, &races[0]);
      listed(&s.model, &s.reach.races, &races[1]);
      listed(&s.model, &s.naive.unread, &unread[0]);
      listed(&s.model, &s.reach.unread, &unread[1]);
      subset(&races[1], &races[0], "a race of stateful:reach only", &why);
      subset(&unread[1], &unread[0], "unread in stateful:reach only", &why);
      subset(&unread[0], &unread[1], "unread in naive only", &why);
      for (int k = 0; k < 2; k++) { set_free(&races[k]); set_free(&unread[k]); }
    }
    wrong += !report(&why, seed, t.at, NULL);
    searched_free(&s);
    text_free(&t);
  }
  ASSERT_EQ(wrong, 0u);
  PASS();
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_TEST(thread_order_does_not_matter);
  RUN_TEST(printed_programs_mean_the_same);
  RUN_TEST(statement_runs_are_access_runs);
  RUN_TEST(races_and_unread_messages);
  GREATEST_MAIN_END();
}
