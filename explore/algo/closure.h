/* explore/algo/closure.h -- covering source sets: actions that, taken first, meet every run of the present state up to the order
 * of independent steps.
 * Owns: the rows, from run->mem. */
#ifndef EXPLORE_ALGO_CLOSURE_H
#define EXPLORE_ALGO_CLOSURE_H
#include "explore/algo/view.h"
#include "explore/algo/ways.h"

typedef struct {
  uint64_t *rows; size_t cap_rows;           /* per unit: the units it brings along */
  uint8_t *known; size_t cap_known;          /* rows that are computed */
  uint64_t *set; size_t cap_set;             /* units of the closure being made, then of the best one */
  uint32_t *work; size_t cap_work;
  Ways ways;
  uint64_t *changed; size_t cap_changed;
} Closure;

void closure_deinit(Closure *x, ExRun *run);
/* The smallest closure, by the enabled actions outside SLEEP in it; IN[i] says whether action i of the view is one of them. With
 * PERSISTENT closures are over whole futures. False: no memory. */
bool closure_choose(Closure *x, ExRun *run, const View *v, const bool *sleep, bool persistent, bool *in);
#endif
