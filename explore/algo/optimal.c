/* explore/algo/optimal.c -- Optimal DPOR with wakeup trees: one execution per Mazurkiewicz class, none blocked.
 * Abdulla, Aronis, Jonsson, Sagonas, "Optimal Dynamic Partial Order Reduction", POPL 2014, Alg. 2; JACM 2017.
 * I1: no action in node->sleep is a weak initial of a leaf of node->tree.
 * I2: past a leaf the sleep set is empty, so that there is always something awake to go on with (after a crash at the
 *     end of a run other crashes may sleep: those runs have ended already).
 * Differs from the paper: events may be disabled by others (locks, guards), see candidates.c; and a race whose reversal becomes a
 * branch of its own as soon as its second event is there need not be looked at again at the end of each run. Judging all
 * races that early, with what was executed up to then, loses classes: two reversals may each be found redundant for want
 * of the other (branching(5): 309 of 311). */
#include "explore/algo/step.h"

extern const ExAlgo ex_optimal;

/* Alg. 2, race detection: v is redundant when something asleep could come first in it. If it is in v, it comes first in all
 * that begins with v too. */
static bool offer(Step *st, StepNode *node, Act *v, uint32_t n, bool *settled) {
  bool redundant = *settled = false;
  for (uint32_t i = 0; i < node->nsleep && !*settled; i++) {
    Initial is = weak_initial(&st->feet, &st->sleep[node->sleep + i], v, n);
    redundant |= is != INITIAL_NO;
    *settled = is == INITIAL_IN;
  }
  if (redundant) return true;
  return wake_insert(&st->wake, &node->tree, v, n, settled);
}

static const StepPolicy policy = { .offer = offer, .event = cand_event, .end = cand_end, .asleep = step_sleeps, .pass = step_pass, .early = true };
static bool open(ExRun *run) { return step_open(run, &policy); }

const ExAlgo ex_optimal = {
  .name = "optimal",
  .promises = EX_COMPLETE | EX_OPTIMAL | EX_INVARIANTS, .needs = EX_NEEDS_FOOTPRINTS | EX_ASKS,
  .open = open, .next = step_next, .took = step_took, .look = step_look, .close = step_close,
};
