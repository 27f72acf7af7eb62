/* tests/prop/walker.h -- a stateful search that knows the whole graph (sources.h) and reduces it as well as can be, or badly:
 * the idealized algorithm of the paper (Listing 2) with an exact oracle in place of closures and tests, and players that make
 * mistakes. Shows that the checks of the real reductions can succeed, and that they notice what they should.
 * Borrows: the graph, while it runs. */
#ifndef TESTS_PROP_WALKER_H
#define TESTS_PROP_WALKER_H
#include "explore/run.h"
#include "tests/prop/sources.h"

typedef enum {
  WALK_ALL,                  /* every action */
  WALK_COVER,                /* some that meet every first set; no sleep sets */
  WALK_SLEEP,                /* the same with sleep sets */
  WALK_ANY,                  /* some, drawn at random: may lose runs */
  WALK_PERSISTENT            /* those of one thread where nobody else can ever do what depends on them before they happen, and none of
                              * them leads to a state on the stack; else every action. Also where runs do not end */
} WalkKind;

typedef enum {
  WALK_RIGHT,
  WALK_NO_END,               /* an end state is taken for known */
  WALK_END_TWICE,            /* one is looked at again */
  WALK_STATE_TWICE,          /* another state is counted again */
  WALK_NO_NODE,              /* a node is not reported */
  WALK_NODE_TWICE,
  WALK_NO_EDGE,              /* reported without the edges of one first set */
  WALK_STRANGE,              /* reported with a sleeping action that is not enabled */
  WALK_ROOT_SLEEPS,          /* the initial node is reported with a sleep set */
  WALK_PATHS,                /* too few paths are reported */
  WALK_NO_PROVISO,           /* WALK_PERSISTENT: the stack is not looked at; happens wherever it can */
  WALK_SLEEP_KEPT,           /* WALK_SLEEP: what depends on a step goes on sleeping after it, wherever it can; there are nodes
                              * without edges then, and no node shows by itself that something is wrong */
  WALK_FAULTS
} WalkFault;

typedef struct {
  const FullGraph *g;        /* WALK_COVER, WALK_SLEEP: with first sets, and without cycles, like WALK_ANY */
  SourceRelation relation;   /* of those */
  WalkKind kind;
  WalkFault fault;
  uint64_t seed;             /* of what is drawn */
  unsigned which;            /* the mistake is made at this opportunity, counted from 0 */
  bool happened;
  struct Walk *walk;         /* while it runs */
} Walker;

extern const ExAlgo walker_algo;         /* self: a Walker. Ask for the numbering of its graph */
#endif
