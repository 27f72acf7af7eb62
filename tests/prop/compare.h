/* tests/prop/compare.h -- one program, the judge's classes, and what the reductions make of it.
 * The judge: classes.h, kept honest by judge_graph, which needs no dependence. dpor and source must meet every class;
 * optimal, observers, lazy and dc each of their classes once, the last two in any order of their tasks and with any number
 * of workers. All must find what the judge finds, with schedules that replay. Stateful searches: stateful.h and reduced.h.
 * Owns: Comparison, until compare_free. */
#ifndef TESTS_PROP_COMPARE_H
#define TESTS_PROP_COMPARE_H
#include "explore/run.h"
#include "tests/prop/judge.h"

typedef enum {
  WRONG_NOTHING,
  WRONG_COMPILE,
  WRONG_JUDGE,               /* our walk over classes and our graph of states disagree: dependence is broken */
  WRONG_INCOMPLETE,          /* the search gave up */
  WRONG_FINDINGS,            /* findings or covers missing or invented */
  WRONG_REPLAY,              /* a schedule does not replay, or ends elsewhere */
  WRONG_MISSING,             /* a class, or an end state, was not met */
  WRONG_EXTRA,               /* a run that is no complete run of the program, or no state of it */
  WRONG_REPEATED,            /* an exact algorithm met a class twice, a stateful one an end state */
  WRONG_COUNTS,              /* statistics and runs disagree, or something was redundant */
  WRONG_ORDER,               /* other counts when threads are declared in reverse order */
  WRONG_RELATION,            /* the judge's notions of class do not refine each other as they should */
  WRONG_WORKERS,             /* other counts or findings with several workers */
  WRONG_GRAPH,               /* a reduced graph of states is not complete (reduced.h) */
  WRONG_DIED,                /* the search crashed or hangs; set by tool_fuzz */
  WRONG_COUNT
} WrongKind;
extern const char *const compare_wrong[WRONG_COUNT];

enum { COMPARE_NAIVE, COMPARE_DPOR, COMPARE_SOURCE, COMPARE_OPTIMAL, COMPARE_OBSERVERS, COMPARE_LAZY, COMPARE_DC,
       COMPARE_STATEFUL, COMPARE_ALGOS = COMPARE_STATEFUL + 6 /* those of stateful.h */ };
extern const char *const compare_algos[COMPARE_ALGOS];       /* their names */

typedef struct {
  uint64_t max_steps;        /* of each walk of the judge; programs beyond are skipped */
  const char *only;          /* one algorithm; NULL: all but naive, which only shows that the comparison works */
  bool reversed;             /* exact algorithms again with the threads in reverse order */
  uint64_t seed;             /* lazy and dc run again with their tasks in an order drawn from this */
  bool workers;              /* those that know how again with 2 and 8 workers */
  bool stateful;             /* also the stateful searches */
  bool only_stateful;        /* only these: runs may go on for ever, or are too many */
  struct Player *player;     /* in place of the searches; `only` is then optimal, lazy or dc, in this build or not. NULL: none */
} CompareOptions;

typedef struct {
  bool skipped;              /* too large for the judge */
  uint64_t executions, blocked, prefixes;    /* classes by the judge */
  uint64_t observers;        /* classes with observers; 0 when nobody asked */
  uint64_t lazy, rf;         /* classes with failing guards, and by who read from whom; likewise */
  bool done[COMPARE_ALGOS];  /* these were compared */
  bool refused[COMPARE_ALGOS];               /* they cannot do this program and say so */
  uint64_t runs[COMPARE_ALGOS];              /* executions and blocked runs */
  uint64_t redundant[COMPARE_ALGOS];
  uint64_t replayed;         /* schedules of findings */
  WrongKind wrong;           /* the first thing found wrong */
  const char *algo;          /* whose; NULL: the judge's */
  Text why;
} Comparison;

/* Is the I-th algorithm part of this build and asked for? */
bool compare_wanted(unsigned i, const CompareOptions *opt);
void compare_text(const char *text, const CompareOptions *opt, Comparison *c);
void compare_free(Comparison *c);

/* The findings and covers of a search in the words of Outcome. Every finding with a schedule must replay to it on a fresh
 * machine; WHY says when not. Returns how many were replayed. */
uint64_t compare_findings(const Model *m, const ExLimits *l, const ExResult *res, Arena *a, Outcome *o, Text *why);
#endif
