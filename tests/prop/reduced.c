/* tests/prop/reduced.c -- see reduced.h. */
#include "tests/prop/reduced.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const reduced_kinds[REDUCED_KINDS] = { "nothing", "incomplete", "no such state", "no such action", "something sleeps at the start",
                                                   "a first set is not met", "a class has no path", "paths" };
enum { MOST_CLASSES = 400 /* of a program are followed */ };

typedef struct {
  const FullGraph *g;
  ActionMask *edges;         /* per state, of all its nodes */
  bool *expanded;            /* per state */
  uint64_t reported;         /* nodes */
  ReducedTally *tally;
  ReducedKind wrong;
  Text *why;
} Hearing;

/* Notes the first thing that is wrong; true: it was the first. */
static bool wrong(Hearing *h, ReducedKind kind) {
  if (h->wrong) return false;
  h->wrong = kind;
  return true;
}

/* In any order, but enabled and each once. */
static ActionMask mask_of(Hearing *h, const SourceState *s, const VmAction *a, size_t n, const char *what) {
  ActionMask mask = 0;
  for (size_t i = 0; i < n; i++) {
    ActionMask one = sources_bit(s, a[i]);
    if ((!one || mask & one) && wrong(h, REDUCED_ACTION))
      text_add(h->why, "%s of thread %u, choice %u is %s\n", what, a[i].tid, a[i].choice, one ? "there twice" : "not enabled");
    mask |= one;
  }
  return mask;
}

static void tell_node(const FullGraph *g, size_t i, ActionMask edges, ActionMask sleep, Text *out) {
  text_add(out, "state %zu of the graph (breadth first), edges: ", i);
  sources_text(&g->at[i], edges, out);
  text_add(out, "; sleeping: ");
  sources_text(&g->at[i], sleep, out);
  text_add(out, "; enabled: ");
  sources_text(&g->at[i], ~(ActionMask)0, out);
}

static void check_node(Hearing *h, size_t i, const ExExpanded *node) {
  const SourceState *s = &h->g->at[i];
  ActionMask edges = mask_of(h, s, node->edges, node->nedges, "an edge"), sleep = mask_of(h, s, node->sleep, node->nsleep, "sleep");
  ActionMask unmet = sources_unmet(s, edges | sleep);
  if (edges & sleep && wrong(h, REDUCED_ACTION)) text_add(h->why, "an edge sleeps\n");
  if (i == 0 && node->nsleep && wrong(h, REDUCED_ROOT)) text_add(h->why, "%zu actions sleep in the initial node\n", node->nsleep);
  if (unmet && wrong(h, REDUCED_UNMET)) {
    tell_node(h->g, i, edges, sleep, h->why);
    text_add(h->why, "\na run can only begin with: ");
    sources_text(s, unmet, h->why);
    text_add(h->why, "\n");
  }
  h->edges[i] |= edges;
  h->expanded[i] = true;
  h->tally->nodes++;
  h->tally->asleep += node->nsleep > 0;
  h->tally->edges += node->nedges;
}

/* ExLimits.expanded. */
static void expanded(void *ctx, ExRun *run, const ExExpanded *node) {
  Hearing *h = ctx;
  size_t len, i;
  const uint8_t *bytes = vm_encode(run->vm, &len, true);
  CHECK(bytes);
  h->reported++;
  if (set_find(&h->g->known, bytes, len, &i)) check_node(h, i, node);
  else if (wrong(h, REDUCED_STATE)) text_add(h->why, "a node whose state the program does not have\n");
}

static void check_closed(Hearing *h) {
  if (!h->expanded[0] && wrong(h, REDUCED_STATE)) text_add(h->why, "the initial state is no node\n");
  for (size_t i = 0; i < h->g->n; i++)
    for (unsigned a = 0; a < h->g->at[i].n; a++) {
      if (!(h->edges[i] >> a & 1) || h->expanded[h->g->at[i].to[a]] || !wrong(h, REDUCED_STATE)) continue;
      tell_node(h->g, i, h->edges[i], 0, h->why);
      text_add(h->why, "\nan edge leads to no node: ");
      sources_text(&h->g->at[i], (ActionMask)1 << a, h->why);
      text_add(h->why, "\n");
    }
}

static bool follow(void *ctx, const SourceStep *way, size_t n) {
  Hearing *h = ctx;
  h->tally->classes++;
  if (sources_followed(h->g, h->g->relation, way, n, h->edges)) return true;
  if (!wrong(h, REDUCED_CLASS)) return false;
  text_add(h->why, "this run cannot be followed:\n");
  for (size_t i = 0; i < n; i++) {
    text_add(h->why, "  ");
    sources_text(&h->g->at[way[i].state], (ActionMask)1 << way[i].action, h->why);
    text_add(h->why, "\n");
  }
  return false;
}

/* Decimal numbers without leading zeros. */
static int compare_decimals(const char *x, const char *y) {
  size_t n = strlen(x), m = strlen(y);
  return n != m ? (n > m) - (n < m) : strcmp(x, y);
}

static void check_paths(Hearing *h, const char *paths) {
  char least[24], most[24];
  uint64_t classes = sources_classes(h->g, h->g->relation, false), runs = sources_runs(h->g);
  h->tally->counted++;
  snprintf(least, sizeof least, "%llu", (unsigned long long)classes);
  snprintf(most, sizeof most, "%llu", (unsigned long long)runs);
  bool few = compare_decimals(paths, least) < 0, many = runs != UINT64_MAX && compare_decimals(paths, most) > 0;
  if ((few || many) && wrong(h, REDUCED_PATHS)) text_add(h->why, "%s paths, but %s classes and %s interleavings\n", paths, least, most);
}

static void check_graph(Hearing *h, const char *paths) {
  check_closed(h);
  if (!h->wrong) sources_each_class(h->g, h->g->relation, MOST_CLASSES, follow, h);
  if (!paths && wrong(h, REDUCED_PATHS)) text_add(h->why, "paths are not counted\n");
  else if (!h->wrong) check_paths(h, paths);
}

ReducedKind reduced_check(const Model *m, const FullGraph *g, const ExAlgo *algo, void *self, ReducedTally *tally, Text *why) {
  Arena a;
  ExResult res;
  ReducedTally none = { 0 };
  Hearing h = { .g = g, .tally = tally ? tally : &none, .why = why };
  ExLimits l = { .all = true, .races = LEVEL_OFF, .unread = LEVEL_OFF, .depth = -1, .preemptions = -1, .object_dep = g->relation == RELATE_OBJECT,
                 .paths = true, .numbering = g->numbers, .expanded = expanded, .expanded_ctx = &h };
  h.edges = calloc(g->n, sizeof *h.edges);
  h.expanded = calloc(g->n, sizeof *h.expanded);
  CHECK(h.edges && h.expanded);
  memset(&res, 0, sizeof res);
  arena_init(&a);
  ex_replay(m->program, algo, self, &l, &a, &res);
  h.tally->searches++;
  if (!res.complete && wrong(&h, REDUCED_INCOMPLETE)) text_add(why, "%s\n", res.limit ? res.limit : "?");
  bool silent = m->program->has_loop && !res.stats.nodes && !h.reported;
  if (silent) h.tally->silent++;
  else check_graph(&h, res.paths);
  arena_deinit(&a);
  free(h.edges);
  free(h.expanded);
  return h.wrong;
}
