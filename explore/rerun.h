/* explore/rerun.h -- does this list of actions show that finding? The judge of everything that shortens a schedule.
 * Actions that are not enabled where their turn comes are left out, and the run ends as soon as the finding shows, so what is
 * asked is less than what the answer says: the answer is a schedule that replays action by action.
 * Owns: nothing; the answer lives in the arena given. */
#ifndef EXPLORE_RERUN_H
#define EXPLORE_RERUN_H
#include "explore/round.h"
#include "explore/run.h"

typedef struct {
  const BcProgram *program;
  const ExLimits *limits;        /* of the search: --preemptions holds here too */
  uint64_t work;                 /* may still be spent; 0: everything is answered with no */
  Round *round;                  /* progress: the cycle of the finding; else NULL */
} Rerun;

/* Runs AT on the numbering of F, at most MOST steps. True: F shows; *OUT is F with this schedule and the words of this run. For a
 * cycle (progress) at[loop ..] must come round, and be the same cycle but for its length. */
bool rerun(Rerun *r, const ExFinding *f, const VmAction *at, size_t n, size_t loop, size_t most, Arena *a, ExFinding *out);

/* A machine for F's schedule, at the initial state. NULL: no memory. */
VmState *rerun_machine(const BcProgram *p, const ExFinding *f, Mem *m);
#endif
