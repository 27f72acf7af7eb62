/* explore/work.h -- how much shortening may cost, counted in what the machine does and never in time, so that the same model
 * gives the same trace everywhere. A unit is about 10 ns where this was measured. */
#ifndef EXPLORE_WORK_H
#define EXPLORE_WORK_H
#include "explore/run.h"

enum { WORK_STEP = 16, WORK_RUN = 1000 };    /* a step, besides a unit a thread; a machine made anew */

static inline uint64_t work_of(const VmState *vm, uint64_t steps) { return steps * (WORK_STEP + vm_nthreads(vm)) + vm_instructions(vm) / 2; }
static inline uint64_t work_done(const ExRun *run) { return work_of(run->vm, run->result->stats.steps); }
#endif
