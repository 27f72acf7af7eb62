/* tests/prop/stateful.h -- one program, the judge's graph of all its states, and what the stateful searches make of it.
 * Whatever they leave out, they must find what the judge finds, meet every end state once, and store nothing that is no state
 * of the program. Loops may go on for ever.
 * Owns: StateJudge, until state_judge_free.  Borrows: the model. */
#ifndef TESTS_PROP_STATEFUL_H
#define TESTS_PROP_STATEFUL_H
#include "tests/prop/compare.h"

enum { STATEFUL_REACH, STATEFUL_FULL, STATEFUL_FULL_NO_SLEEP, STATEFUL_PSET, STATEFUL_MINCLOSURE, STATEFUL_APIFS, STATEFUL_COUNT };
extern const char *const stateful_names[STATEFUL_COUNT];
/* The I-th. NULL: not in this build, or DMC_PROP_ALGO names another. */
const ExAlgo *stateful_algo(unsigned i);
void stateful_print_missing(void);             /* a line for each that is NULL */

typedef struct {
  const Model *model;
  const VmNumbering *numbers;
  Outcome graph;
} StateJudge;
void state_judge(Model *m, uint64_t max_steps, StateJudge *j);
void state_judge_free(StateJudge *j);

/* Sums over searches. */
typedef struct { uint64_t searches, states, nodes, ends, replayed; } StatefulTally;

/* Searches with ALGO (OBJECT_DEP: with the coarse dependence) and compares. WHY says what is wrong: WRONG_INCOMPLETE, _FINDINGS,
 * _REPLAY; WRONG_MISSING an end state is not met; _EXTRA: a state or end that the program does not have; _REPEATED: an end
 * state or node is met again; _COUNTS: the statistics say something else. SELF: for run->self, as in ex_replay. TALLY may be NULL. */
WrongKind stateful_compare(const StateJudge *j, const ExAlgo *algo, void *self, bool object_dep, StatefulTally *tally, Text *why);
#endif
