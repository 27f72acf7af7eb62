/* explore/algo/stateful.c -- the stateful reductions: variants of one search, and which form of it a model can have.
 * A model whose code has no loop, or only bounded ones, has runs that end: reduced.c. Others: proviso.c, and reduced.c again if
 * there are several workers, who have no stack in common. */
#include "explore/algo/proviso.h"
#include "explore/algo/reduced.h"
#include "vm/facts.h"

extern const ExAlgo ex_full, ex_full_nosleep, ex_pset, ex_minclosure, ex_apifs;

typedef struct { Reduced *reduced; Proviso *proviso; } Stateful;

static Reduction reduction_of(const ExAlgo *a) {
  if (a == &ex_full_nosleep) return (Reduction){ .closures = true, .pifs = true };
  if (a == &ex_pset) return (Reduction){ .closures = true, .persistent = true, .sleep = true };
  if (a == &ex_minclosure) return (Reduction){ .closures = true, .sleep = true };
  if (a == &ex_apifs) return (Reduction){ .pifs = true, .sleep = true };
  return (Reduction){ .closures = true, .pifs = true, .sleep = true };
}

static bool open(ExRun *run) {
  Stateful *x = run->self = mem_alloc(run->mem, sizeof *x);
  Reduction how = reduction_of(run->algo);
  if (!x || !vm_facts_open(run->vm, run->limits->object_dep)) return false;
  if (ex_may_loop(run->program) && run->team->n > 1) how = (Reduction){ .closures = how.closures, .persistent = how.persistent, .loops = true };
  if (ex_may_loop(run->program) && run->team->n == 1) x->proviso = proviso_open(run, how);
  else x->reduced = reduced_open(run, how);
  return x->proviso || x->reduced;
}

static ExMove next(ExRun *run) {
  Stateful *x = run->self;
  return x->reduced ? reduced_next(x->reduced, run) : proviso_next(x->proviso, run);
}

static bool took(ExRun *run, const VmEvent *ev) {
  (void)ev;
  Stateful *x = run->self;
  return x->reduced ? reduced_took(x->reduced, run) : proviso_took(x->proviso, run);
}

static void close(ExRun *run) {
  Stateful *x = run->self;
  if (!x) return;
  if (x->reduced) reduced_close(x->reduced, run);
  if (x->proviso) proviso_close(x->proviso, run);
  mem_free(run->mem, x, sizeof *x);
}

#define VARIANT(symbol, text, more) \
  const ExAlgo symbol = { .name = text, .promises = EX_COMPLETE | EX_STATEFUL | EX_REDUCED | EX_INVARIANTS | (more), .needs = EX_ASKS, \
                          .open = open, .next = next, .took = took, .close = close, \
                          .team_open = reduced_team_open, .team_close = reduced_team_close }
VARIANT(ex_full, "stateful:full+sleep", 0);
VARIANT(ex_full_nosleep, "stateful:full-sleep", EX_PARALLEL);
VARIANT(ex_pset, "stateful:pset+sleep", 0);
VARIANT(ex_minclosure, "stateful:minclosure+sleep", 0);
VARIANT(ex_apifs, "stateful:apifs+sleep", 0);
