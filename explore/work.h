/* explore/work.h -- how much shortening may cost, counted in what the machine does and never in time, so that the same model
 * gives the same trace everywhere. A unit was about 10 ns where it was measured. */
#ifndef EXPLORE_WORK_H
#define EXPLORE_WORK_H
#include "explore/run.h"

enum { WORK_STEP = 16, WORK_RUN = 1000 };    /* a step; a machine made anew */
enum { WORK_GLANCE = 16 };                   /* so many steps of a schedule are looked at for one unit */

/* Big states cost more to go back to, many threads to ask what they can do. */
static inline uint64_t work_step(const VmState *vm) { return WORK_STEP + vm_nthreads(vm) + vm_program(vm)->nlocs / 128; }
static inline uint64_t work_of(const VmState *vm, uint64_t steps) { return steps * work_step(vm) + vm_instructions(vm) / 2; }
static inline uint64_t work_done(const ExRun *run) { return work_of(run->vm, run->result->stats.steps); }
static inline uint64_t work_run(const BcProgram *p) { return WORK_RUN + p->nlocs / 2; }

static inline void work_pay(uint64_t *left, uint64_t work) { *left -= work < *left ? work : *left; }
#endif
