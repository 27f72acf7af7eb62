/* tests/prop/compare.h -- one program, the judge's classes, and what the reductions make of it.
 * The judge: classes.h, kept honest by judge_graph, which needs no dependence. dpor and source must meet every class;
 * optimal and observers each class once. All must find what the judge finds, with schedules that replay.
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
  WRONG_MISSING,             /* a class was not met */
  WRONG_EXTRA,               /* a run that is no complete run of the program */
  WRONG_REPEATED,            /* an exact algorithm met a class twice */
  WRONG_COUNTS,              /* statistics and runs disagree, or something was redundant */
  WRONG_ORDER,               /* other counts when threads are declared in reverse order */
  WRONG_DIED,                /* the search crashed or hangs; set by tool_fuzz */
  WRONG_COUNT
} WrongKind;
extern const char *const compare_wrong[WRONG_COUNT];

enum { COMPARE_ALGOS = 5, COMPARE_OBSERVERS = COMPARE_ALGOS - 1 };
extern const char *const compare_algos[COMPARE_ALGOS];       /* naive, dpor, source, optimal, observers */

typedef struct {
  uint64_t max_steps;        /* of each walk of the judge; programs beyond are skipped */
  const char *only;          /* one algorithm; NULL: all but naive, which only shows that the comparison works */
  bool reversed;             /* exact algorithms again with the threads in reverse order */
} CompareOptions;

typedef struct {
  bool skipped;              /* too large for the judge */
  uint64_t executions, blocked, prefixes;    /* classes by the judge */
  uint64_t observers;        /* classes with observers; 0 when nobody asked */
  bool done[COMPARE_ALGOS];  /* these were compared */
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
