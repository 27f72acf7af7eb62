/* tests/prop/prop_agree.c -- four searches of the same program agree: our own walk over all interleavings, our own
 * graph of portable encodings, `naive` and `stateful:reach`. Findings by kind and line, covers, final states, and the
 * counts: executions and blocked runs of the two naive ones, states and end states of the two stateful ones. What the
 * real ones find replays from its schedule. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/greatest.h"
#include "tests/prop/compare.h"
#include "tests/prop/gen.h"

static const uint64_t max_steps = 3000000;

static uint64_t replayed;

static void search(const Model *m, const char *algo, Arena *a, ExResult *res, Outcome *o, Text *why) {
  ExLimits l = { .all = true, .races = LEVEL_OFF, .unread = LEVEL_OFF, .depth = -1, .preemptions = -1, .events = 10000 };
  const ExAlgoEntry *e = ex_algorithm(algo);
  CHECK(e && e->algo);
  memset(o, 0, sizeof *o);
  memset(res, 0, sizeof *res);
  ex_run(m->program, e->algo, &l, a, res);
  replayed += compare_findings(m, &l, res, a, o, why);
  o->executions = res->stats.executions;
  o->blocked = res->stats.blocked;
  o->states = res->stats.states;
  o->cut = !res->complete;
}

static void same_count(Text *why, const char *what, uint64_t x, uint64_t y) {
  if (x != y) text_add(why, "%s: %llu and %llu\n", what, (unsigned long long)x, (unsigned long long)y);
}

static bool count_finals(const Outcome *o, char kind, uint64_t *n) {
  *n = 0;
  for (size_t i = 0; i < o->finals.count; i++) {
    size_t len;
    *n += set_get(&o->finals, i, &len)[0] == (uint8_t)kind;
  }
  return *n > 0;
}

static void compare_real(const Model *m, Outcome *walk, Outcome *graph, Text *why) {
  Arena a;
  ExResult res;
  Outcome naive, reach;
  uint64_t stuck;
  arena_init(&a);
  search(m, "naive", &a, &res, &naive, why);
  if (naive.cut && !walk->no_start) text_add(why, "naive is incomplete: %s\n", res.limit ? res.limit : "?");
  search(m, "stateful:reach", &a, &res, &reach, why);
  if (reach.cut && !walk->no_start) text_add(why, "stateful:reach is incomplete: %s\n", res.limit ? res.limit : "?");
  set_free(&walk->finals);                       /* the real searches do not hand out their states */
  outcome_diff(walk, &naive, "judge, not naive", why);
  outcome_diff(&naive, walk, "naive, not judge", why);
  outcome_diff(&reach, walk, "stateful:reach, not judge", why);
  outcome_diff(walk, &reach, "judge, not stateful:reach", why);
  if (walk->no_start) goto done;                 /* nothing to count */
  same_count(why, "executions (judge, naive)", walk->executions, naive.executions);
  same_count(why, "blocked (judge, naive)", walk->blocked, naive.blocked);
  same_count(why, "states (judge, stateful:reach)", graph->states, reach.states);
  count_finals(graph, JUDGED_BLOCKED, &stuck);
  same_count(why, "end states (judge, stateful:reach)", graph->finals.count - stuck, reach.executions);
done:
  outcome_free(&naive);
  outcome_free(&reach);
  arena_deinit(&a);
}

typedef struct { uint64_t programs, skipped, executions, states, finals, deadlocks, findings, letter[128], kind[EV_COUNT]; } Tally;
static Tally tally;

static void count(const GenInfo *info, const Outcome *walk, const Outcome *graph) {
  uint64_t dead;
  tally.programs++;
  tally.executions += walk->executions + walk->blocked;
  tally.states += graph->states;
  tally.finals += graph->finals.count;
  tally.deadlocks += count_finals(graph, JUDGED_DEADLOCK, &dead);
  tally.findings += walk->findings.count > 0;
  for (const char *c = info->used; *c; c++) tally.letter[(unsigned char)*c]++;
  for (size_t i = 0; i < walk->kinds.count; i++) {
    size_t len;
    tally.kind[*set_get(&walk->kinds, i, &len)]++;
  }
}

static void check(Model *m, const GenInfo *info, Text *why) {
  Mem mem;
  Outcome walk, graph;
  mem_init(&mem, 0);
  VmState *s = vm_new(m->program, &mem);
  CHECK(s);
  judge_naive(m, s, max_steps, &walk);
  const VmNumbering *numbers = vm_numbering(s, &m->arena);        /* portable bytes name spawned threads by it */
  vm_free(s);
  s = vm_new(m->program, &mem);
  CHECK(s && vm_adopt(s, numbers));
  judge_graph(m, s, max_steps, &graph);
  vm_free(s);
  mem_deinit(&mem);
  if (walk.broken) text_add(why, "walk: %s", walk.why.at);
  if (graph.broken) text_add(why, "graph: %s", graph.why.at);
  if (walk.cut || graph.cut) tally.skipped++;
  else if (!why->len) {
    count(info, &walk, &graph);
    outcome_diff(&walk, &graph, "walk, not graph", why);
    outcome_diff(&graph, &walk, "graph, not walk", why);
    compare_real(m, &walk, &graph, why);
  }
  outcome_free(&walk);
  outcome_free(&graph);
}

static bool agree(const char *text, const GenInfo *info, uint64_t seed) {
  Model m;
  Text why = { 0 };
  if (model_compile(&m, "generated.d", text, strlen(text))) check(&m, info, &why);
  else {
    text_add(&why, "does not compile\n");
    diag_print(&m.diags, stderr, false);
  }
  bool ok = why.len == 0;
  if (!ok) fprintf(stderr, "seed %llu:\n%s%s\n", (unsigned long long)seed, why.at, text);
  text_free(&why);
  model_free(&m);
  return ok;
}

static void print_tally(void) {
  printf("  %llu programs (%llu too large), %llu runs, %llu states, %llu final states; %llu with a deadlock, %llu with findings\n",
         (unsigned long long)tally.programs, (unsigned long long)tally.skipped, (unsigned long long)tally.executions,
         (unsigned long long)tally.states, (unsigned long long)tally.finals, (unsigned long long)tally.deadlocks,
         (unsigned long long)tally.findings);
  printf("  %llu schedules replayed\n  programs per letter:", (unsigned long long)replayed);
  for (const char *c = GEN_ALL; *c; c++) printf(" %c %llu", *c, (unsigned long long)tally.letter[(unsigned char)*c]);
  printf("\n  programs per event kind:");
  for (unsigned k = 0; k < EV_COUNT; k++) printf(" %s %llu", ev_kind_word((EvKind)k), (unsigned long long)tally.kind[k]);
  printf("\n");
}

TEST searches_agree(void) {
  unsigned n = prop_count(12000), wrong = 0;
  uint64_t seed = prop_first_seed();
  for (unsigned i = 0; i < n && wrong < prop_keep(); i++, seed++) {
    Text t = { 0 };
    GenInfo info;
    gen_program(seed, NULL, &t, &info);
    wrong += !agree(t.at, &info, seed);
    text_free(&t);
  }
  print_tally();
  ASSERT_EQ(wrong, 0u);
  if (n >= 12000) {
    ASSERTm("at least 2,000 programs", tally.programs >= 2000);
    for (const char *c = GEN_ALL; *c; c++) ASSERTm("every letter occurs", tally.letter[(unsigned char)*c] >= 20);
    for (unsigned k = 0; k < EV_COUNT; k++) ASSERTm("every kind of event occurs", tally.kind[k] > 0);
  }
  PASS();
}

TEST searches_agree_on_thesis_files(void) {
  unsigned n = prop_count(200);
  uint64_t seed = prop_first_seed();
  GenInfo info = { .used = "" };
  for (unsigned i = 0; i < n; i++, seed++) {
    Text t = { 0 };
    gen_thesis(seed, &t);
    bool ok = agree(t.at, &info, seed);
    text_free(&t);
    ASSERTm("thesis file", ok);
  }
  PASS();
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_TEST(searches_agree);
  RUN_TEST(searches_agree_on_thesis_files);
  GREATEST_MAIN_END();
}
