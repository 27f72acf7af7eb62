/* explore/algo/naive.c -- every interleaving, depth first, no memory of states.
 * The judge of the other algorithms: what it finds is what there is. Going back is the machine's undo. */
#include "explore/algo/nodes.h"

extern const ExAlgo ex_naive;

typedef struct { Nodes nodes; bool arrived; } Naive;

static bool open(ExRun *run) {
  Naive *n = run->self = mem_alloc(run->mem, sizeof *n);
  if (!n) return false;
  n->arrived = true;
  n->nodes.last = NOBODY;
  return true;
}

static ExMove next(ExRun *run) {
  Naive *n = run->self;
  if (n->arrived && !nodes_push(&n->nodes, run)) {
    ex_stop(run, "memory");
    return ex_done();
  }
  n->arrived = false;
  return nodes_next(&n->nodes, run);
}

static bool took(ExRun *run, const VmEvent *ev) {
  (void)ev;
  ((Naive *)run->self)->arrived = true;
  return true;
}

static void close(ExRun *run) {
  Naive *n = run->self;
  if (!n) return;
  nodes_deinit(&n->nodes, run);
  mem_free(run->mem, n, sizeof *n);
}

const ExAlgo ex_naive = {
  .name = "naive",
  .promises = EX_COMPLETE | EX_PREEMPTIONS | EX_DEPTH | EX_INVARIANTS,
  .open = open, .next = next, .took = took, .close = close,
};
