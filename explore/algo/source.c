/* explore/algo/source.c -- source sets with sleep sets: at least one execution per Mazurkiewicz class.
 * Abdulla, Aronis, Jonsson, Sagonas, "Optimal Dynamic Partial Order Reduction", POPL 2014, Alg. 1.
 *   backtrack(E') = node->tree, trees of depth one, and the action being explored
 * Differs from the paper: with guards and locks races are looked at when the run has ended or was cut, and a sequence is
 * judged by what its events do in their new place (candidates.c). A run in which all that is enabled sleeps is cut and
 * counted as redundant. */
#include "explore/algo/step.h"

extern const ExAlgo ex_source;

static bool initial(const Feet *f, const Act *v, uint32_t i) {
  for (uint32_t k = 0; k < i; k++)
    if (v[k].tid == v[i].tid || foot_dependent(f, v[k].tid, v[k].foot, v[i].tid, v[i].foot) ||
        foot_takes(f, v[k].foot, v[i].foot)) return false;
  return true;
}

static bool is_child(const Step *st, const StepNode *node, VmAction a) {
  for (uint32_t c = node->tree; c; c = st->wake.node[c].next)
    if (st->wake.node[c].act.tid == a.tid && st->wake.node[c].act.choice == a.choice) return true;
  return false;
}

static bool in_backtrack(Step *st, const StepNode *node, const Act *a) {
  VmAction x = { a->tid, a->choice };
  return is_child(st, node, x) || step_sleeps(st, node, x);
}

static bool offer(Step *st, StepNode *node, Act *v, uint32_t n, bool *settled) {
  *settled = false;
  for (uint32_t i = 0; i < n; i++)
    if (initial(&st->feet, v, i) && in_backtrack(st, node, &v[i])) return true;
  return wake_append(&st->wake, &node->tree, &v[0]);
}

static const StepPolicy policy = { .offer = offer, .event = cand_event, .end = cand_end, .asleep = step_sleeps, .pass = step_pass, .early = false };
static bool open(ExRun *run) { return step_open(run, &policy); }

const ExAlgo ex_source = {
  .name = "source",
  .promises = EX_COMPLETE | EX_INVARIANTS, .needs = EX_NEEDS_FOOTPRINTS | EX_ASKS,
  .open = open, .next = step_next, .took = step_took, .look = step_look, .close = step_close,
};
