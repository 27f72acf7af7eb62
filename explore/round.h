/* explore/round.h -- the cycle of a run that never ends, so that a shorter one can be told to be the same: of the same kind, with
 * the same threads going round at the same places, and the same ones starving.
 * The kind of a cycle follows from the component of the state graph it lies in (algo/lasso.h) and from who starves. A cycle that
 * begins in a state of another one lies in the same component.
 * Owns: the states of the cycle, until round_drop. */
#ifndef EXPLORE_ROUND_H
#define EXPLORE_ROUND_H
#include "explore/findings.h"
#include "explore/store.h"

typedef struct {
  uint64_t places;                           /* a sum over the distinct places of its steps */
  bool steps[VM_MAX_THREADS + 1];            /* who steps in it */
  bool starves[VM_MAX_THREADS + 1];          /* who could in each state, and never does */
} RoundFacts;

typedef struct { Mem mem; Store states; RoundFacts facts; } Round;

/* The cycle of F. False: its schedule does not come round, or no memory; drop it in either case. */
bool round_of(Round *r, const BcProgram *p, const ExFinding *f);
void round_drop(Round *r);
/* AT, without actions that are not enabled, with the cycle at[loop ..]: is it R again? Then *OUT is F with this schedule, in A.
 * *WORK is what that cost. */
bool round_again(Round *r, const BcProgram *p, const ExFinding *f, const VmAction *at, size_t n, size_t loop, Arena *a, ExFinding *out,
                 uint64_t *work);
#endif
