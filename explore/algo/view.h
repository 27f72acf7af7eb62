/* explore/algo/view.h -- the present state as the stateful reductions see it: threads that have not ended, the alternatives of
 * their next events (*units*), and the enabled actions, with what each touches.
 *
 * A unit is what a source set is made of: an event, one branch of an either, or a crash. Enabled or not, it is what its thread
 * may do next; `future` is all that the thread may do if it begins with it.
 * A run may end where only crashes are left, so nothing may be put off on the ground that a crash will still be possible.
 * Owns: the lists, from run->mem. Sets are those of vm/facts.h; a view is good until the machine moves. */
#ifndef EXPLORE_ALGO_VIEW_H
#define EXPLORE_ALGO_VIEW_H
#include "explore/run.h"
#include "vm/facts.h"

#define UNIT_CRASH UINT32_MAX

typedef struct { VmTid tid; VmPoint point; uint32_t unit, nunits; bool enabled; /* not only to crash */ } ViewThread;
typedef struct {
  uint32_t thread;               /* place in `threads` */
  uint32_t alt;                  /* of the point; UNIT_CRASH */
  bool enabled;                  /* some action of it is */
  bool waits;                    /* it, or one of its choices, may have to wait for others */
  const uint64_t *foot;          /* what its enabled actions touch now; if none is, what it may touch */
  const uint64_t *future;
  const uint64_t *may;           /* what it may touch: SET_L, SET_Q are what it waits for */
} ViewUnit;
typedef struct { VmAction action; uint32_t unit; const uint64_t *foot; } ViewAction;

typedef struct {
  uint32_t words;                /* of a set */
  bool objects;                  /* --dep=object */
  ViewThread *threads; size_t nthreads, cap_threads;
  ViewUnit *units; size_t nunits, cap_units;
  ViewAction *actions; size_t nactions, cap_actions;
  VmAction *enabled; size_t cap_enabled;     /* a copy: the machine's own list does not last */
  uint64_t *sets; size_t nsets, cap_sets;    /* of VM_SETS * words each */
} View;

void view_init(View *v, ExRun *run);
void view_deinit(View *v, ExRun *run);
/* Looks at the present state, whose enabled actions are the N given (by tid, then choice). False: no memory. */
bool view_look(View *v, ExRun *run, const VmAction *enabled, size_t n);

/* Are events that touch X and Y dependent? */
static inline bool view_conflict(const View *v, const uint64_t *x, const uint64_t *y) {
  uint64_t hit = 0;
  for (uint32_t i = 0; i < v->words; i++) hit |= vm_sets_hit(x, y, v->words, v->objects, i);
  return hit;
}

/* May an event that touches Y enable one that waits for what is in X? Apart from locks, of which only the holder's unlock counts. */
static inline bool sets_enable(const uint64_t *x, const uint64_t *y, uint32_t words) {
  uint64_t hit = 0;
  for (uint32_t i = 0; i < words; i++) hit |= x[SET_Q * words + i] & y[SET_W * words + i];
  return hit;
}

static inline bool sets_unlock(const uint64_t *x, const uint64_t *y, uint32_t words) {
  uint64_t hit = 0;
  for (uint32_t i = 0; i < words; i++) hit |= x[SET_L * words + i] & y[SET_U * words + i];
  return hit;
}
#endif
