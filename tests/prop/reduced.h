/* tests/prop/reduced.h -- the reduced graph that a stateful search reports (ExLimits.expanded), against the whole one (sources.h).
 * Every node is a state of the program, and its edges lead to nodes. Edges and sleeping actions are enabled, and together they
 * meet every first set; nothing sleeps at the start. Every class of complete runs can be followed along edges. The paths that
 * are counted are at least the classes, and at most the interleavings. */
#ifndef TESTS_PROP_REDUCED_H
#define TESTS_PROP_REDUCED_H
#include "explore/run.h"
#include "tests/prop/sources.h"

typedef enum {
  REDUCED_RIGHT,
  REDUCED_INCOMPLETE,        /* the search gave up */
  REDUCED_STATE,             /* a node of no known state, or an edge to none; no initial node */
  REDUCED_ACTION,            /* an edge or a sleeping action that is not enabled, is there twice, or both are one */
  REDUCED_ROOT,              /* something sleeps in the initial node */
  REDUCED_UNMET,             /* a first set is not met */
  REDUCED_CLASS,             /* a class has no path */
  REDUCED_PATHS,             /* too few or too many paths */
  REDUCED_KINDS
} ReducedKind;
extern const char *const reduced_kinds[REDUCED_KINDS];

typedef struct { uint64_t searches, nodes, asleep /* nodes where something sleeps */, edges, classes /* followed */, counted /* searches whose paths are */;
                 uint64_t silent /* searches that report no graph */; } ReducedTally;

/* Searches with ALGO and checks what it reports: nothing perhaps where the code has loops, whose states have no sleep sets. G: with first sets of its relation; RELATE_OBJECT searches with the coarse
 * dependence. SELF: as in ex_replay. TALLY may be NULL. */
ReducedKind reduced_check(const Model *m, const FullGraph *g, const ExAlgo *algo, void *self, ReducedTally *tally, Text *why);
#endif
