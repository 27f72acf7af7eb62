/* explore/algo/naive.c -- every interleaving, depth first, no memory of states.
 * The judge of the other algorithms: what it finds is what there is. Going back is the machine's undo.
 * With --jobs the actions left to try are shared (share.h): each run is made once, and all counts are those of one worker. */
#include "explore/algo/share.h"

extern const ExAlgo ex_naive;

static bool open(ExRun *run) {
  Share *s = run->self = mem_alloc(run->mem, sizeof *s);
  if (!s) return false;
  share_open(s, run);
  s->nodes.share = 1;
  return true;
}

static ExMove next(ExRun *run) { return share_next(run->self, run); }

static bool took(ExRun *run, const VmEvent *ev) {
  (void)ev;
  ((Share *)run->self)->arrived = !run->again;
  return true;
}

static void close(ExRun *run) {
  Share *s = run->self;
  if (!s) return;
  share_close(s, run);
  mem_free(run->mem, s, sizeof *s);
}

const ExAlgo ex_naive = {
  .name = "naive",
  .promises = EX_COMPLETE | EX_PREEMPTIONS | EX_DEPTH | EX_INVARIANTS | EX_PARALLEL,
  .open = open, .next = next, .took = took, .close = close, .team_close = share_give_back,
};
