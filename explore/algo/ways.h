/* explore/algo/ways.h -- all that a thread may do from one of its points, event by event, given which shared objects may have
 * changed by then.
 * Owns: its lists, from run->mem. */
#ifndef EXPLORE_ALGO_WAYS_H
#define EXPLORE_ALGO_WAYS_H
#include "explore/run.h"
#include "vm/facts.h"

typedef struct {
  uint32_t *marks; size_t cap_marks;         /* per point: the walk that met it last */
  uint32_t mark;
  VmPoint *work; size_t cap_work;
} Ways;
typedef enum { WAYS_ALL, WAYS_STOPPED, WAYS_NOMEM } WaysEnd;

void ways_deinit(Ways *w, ExRun *run);
/* Calls VISIT for each event that may happen when Q begins with alternative ALT, and goes on behind it; also for crashes, of which
 * only `foot` is told. False from VISIT stops the walk. CHANGED, which VISIT may add to: see vm_point_now. */
WaysEnd ways_walk(Ways *w, ExRun *run, VmPoint q, uint32_t alt, const uint64_t *changed, bool (*visit)(void *ctx, const VmAlt *a), void *ctx);
#endif
