/* tests/prop/stateful.c -- see stateful.h. */
#include "tests/prop/stateful.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const stateful_names[STATEFUL_COUNT] = { "stateful:reach",      "stateful:full+sleep",       "stateful:full-sleep",
                                                     "stateful:pset+sleep", "stateful:minclosure+sleep", "stateful:apifs+sleep" };

const ExAlgo *stateful_algo(unsigned i) {
  const ExAlgoEntry *e = ex_algorithm(stateful_names[i]);
  const char *only = getenv("DMC_PROP_ALGO");
  return e && (!only || strcmp(only, stateful_names[i]) == 0) ? e->algo : NULL;
}

void stateful_print_missing(void) {
  for (unsigned i = 0; i < STATEFUL_COUNT; i++)
    if (!stateful_algo(i)) printf("  %s: skipped, not in this build or not asked for\n", stateful_names[i]);
}

void state_judge(Model *m, uint64_t max_steps, StateJudge *j) {
  Mem mem;
  mem_init(&mem, 0);
  VmState *s = vm_new(m->program, &mem);
  CHECK(s);
  j->model = m;
  judge_graph(m, s, max_steps, &j->graph);
  j->numbers = vm_numbering(s, &m->arena);        /* portable bytes name spawned threads by it */
  vm_free(s);
  mem_deinit(&mem);
}

void state_judge_free(StateJudge *j) { outcome_free(&j->graph); }

/* --- what the search says --- */

typedef struct {
  const StateJudge *judge;
  ByteSet ends;                    /* as in Outcome.finals */
  ByteSet nodes, states;           /* of `expanded`: state and sleep set; state */
  uint64_t ended, expanded;
  Text text, *why;
  WrongKind wrong;
} Hearing;

/* Notes the first thing that is wrong; true: it was the first. */
static bool wrong(Hearing *h, WrongKind kind) {
  if (h->wrong) return false;
  h->wrong = kind;
  return true;
}

static const uint8_t *encoding(ExRun *run, size_t *len) {
  const uint8_t *bytes = vm_encode(run->vm, len, true);
  CHECK(bytes);
  return bytes;
}

static EndKind kind_of(ExEnd end) {
  switch (end) {
    case END_FAILED: return JUDGED_FAILED;
    case END_BLOCKED: return JUDGED_BLOCKED;
    case END_TERMINAL: return JUDGED_TERMINAL;
    case END_DEADLOCK: return JUDGED_DEADLOCK;
    case END_NONE: break;
  }
  return (EndKind)'?';
}

/* ExLimits.ended. */
static void ended(void *ctx, ExRun *run) {
  Hearing *h = ctx;
  size_t len;
  uint8_t kind = (uint8_t)kind_of(run->end);
  const uint8_t *bytes = encoding(run, &len);
  h->ended++;
  text_clear(&h->text);
  text_bytes(&h->text, &kind, 1);
  text_bytes(&h->text, bytes, len);
  bool fresh = set_add(&h->ends, h->text.at, h->text.len, NULL);
  if (!set_has(&h->judge->graph.finals, h->text.at, h->text.len) && wrong(h, WRONG_EXTRA))
    text_add(h->why, "an end (%c) that the program does not have\n", kind);
  if (!fresh && wrong(h, WRONG_REPEATED)) text_add(h->why, "an end state (%c) is met again\n", kind);
}

/* ExLimits.expanded. */
static void expanded(void *ctx, ExRun *run, const ExExpanded *node) {
  Hearing *h = ctx;
  size_t len;
  const uint8_t *bytes = encoding(run, &len);
  h->expanded++;
  set_add(&h->states, bytes, len, NULL);
  if (!set_has(&h->judge->graph.reached, bytes, len) && wrong(h, WRONG_EXTRA)) text_add(h->why, "a node whose state the program does not have\n");
  text_clear(&h->text);
  text_bytes(&h->text, bytes, len);
  if (node->nsleep) text_bytes(&h->text, node->sleep, node->nsleep * sizeof *node->sleep);
  if (!set_add(&h->nodes, h->text.at, h->text.len, NULL) && wrong(h, WRONG_REPEATED)) text_add(h->why, "a node is there twice\n");
}

/* --- comparing --- */

static void check_found(Hearing *h, const ExLimits *l, const ExResult *res, Arena *a, StatefulTally *tally) {
  Outcome mine;
  Text diff = { 0 }, replay = { 0 };
  Outcome found = h->judge->graph;               /* borrowed: ends are compared apart */
  memset(&found.finals, 0, sizeof found.finals);
  memset(&mine, 0, sizeof mine);
  tally->replayed += compare_findings(h->judge->model, l, res, a, &mine, &replay);
  outcome_diff(&found, &mine, "judge only", &diff);
  outcome_diff(&mine, &found, "search only", &diff);
  if (diff.len && wrong(h, WRONG_FINDINGS)) text_add(h->why, "%s", diff.at);
  if (replay.len && wrong(h, WRONG_REPLAY)) text_add(h->why, "%s", replay.at);
  text_free(&diff);
  text_free(&replay);
  outcome_free(&mine);
}

static void check_ends(Hearing *h) {
  const ByteSet *all = &h->judge->graph.finals;
  Text lost = { 0 };
  for (size_t i = 0; i < all->count; i++) {
    size_t len;
    const uint8_t *p = set_get(all, i, &len);
    if (!set_has(&h->ends, p, len)) text_add(&lost, "%c", p[0]);
  }
  if (lost.len && wrong(h, WRONG_MISSING)) text_add(h->why, "%zu of %zu end states are not met: %s\n", lost.len, all->count, lost.at);
  text_free(&lost);
}

static void check_equal(Hearing *h, const char *what, uint64_t x, uint64_t y) {
  if (x != y && wrong(h, WRONG_COUNTS)) text_add(h->why, "%s: %llu and %llu\n", what, (unsigned long long)x, (unsigned long long)y);
}

static void check_at_most(Hearing *h, const char *what, uint64_t x, uint64_t y) {
  if (x > y && wrong(h, WRONG_COUNTS)) text_add(h->why, "%s: %llu and %llu\n", what, (unsigned long long)x, (unsigned long long)y);
}

static void check_stats(Hearing *h, const ExStats *st, bool reach) {
  check_equal(h, "executions and blocked in the statistics, end states", st->executions + st->blocked, h->ends.count);
  check_equal(h, "end states, calls", h->ends.count, h->ended);
  check_at_most(h, "states in the statistics, of the program", st->states, h->judge->graph.states);
  if (reach) check_equal(h, "states, of the program", st->states, h->judge->graph.states);
  if (reach) return;
  check_equal(h, "nodes in the statistics, calls", st->nodes, h->expanded);
  check_at_most(h, "states of nodes, in the statistics", h->states.count, st->states);
}

static void check(Hearing *h, const ExLimits *l, const ExResult *res, Arena *a, bool reach, StatefulTally *tally) {
  if (!res->complete && wrong(h, WRONG_INCOMPLETE)) text_add(h->why, "incomplete: %s\n", res->limit ? res->limit : "?");
  check_found(h, l, res, a, tally);
  if (h->judge->graph.no_start) return;          /* nothing to count */
  check_ends(h);
  check_stats(h, &res->stats, reach);
}

WrongKind stateful_compare(const StateJudge *j, const ExAlgo *algo, void *self, bool object_dep, StatefulTally *tally, Text *why) {
  Arena a;
  ExResult res;
  StatefulTally none = { 0 };
  Hearing h = { .judge = j, .why = why };
  ExLimits l = { .all = true, .races = LEVEL_OFF, .unread = LEVEL_OFF, .depth = -1, .preemptions = -1, .object_dep = object_dep,
                 .numbering = j->numbers, .ended = ended, .ended_ctx = &h, .expanded = expanded, .expanded_ctx = &h };
  if (!tally) tally = &none;
  memset(&res, 0, sizeof res);
  arena_init(&a);
  ex_replay(j->model->program, algo, self, &l, &a, &res);
  l.ended = NULL;
  l.expanded = NULL;
  check(&h, &l, &res, &a, algo == ex_algorithm(stateful_names[STATEFUL_REACH])->algo, tally);
  tally->searches++;
  tally->states += res.stats.states;
  tally->nodes += res.stats.nodes;
  tally->ends += h.ends.count;
  arena_deinit(&a);
  set_free(&h.ends);
  set_free(&h.nodes);
  set_free(&h.states);
  text_free(&h.text);
  return h.wrong;
}
