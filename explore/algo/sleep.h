/* explore/algo/sleep.h -- sleep sets of nodes, each distinct one once.
 * A sleep set is a list of actions, by tid, then choice; number 0 is the empty one.
 * Owns: the lists and their table, from the Mem given. */
#ifndef EXPLORE_ALGO_SLEEP_H
#define EXPLORE_ALGO_SLEEP_H
#include "lang/mem.h"
#include "vm/vm.h"

#define SLEEP_NOMEM UINT32_MAX
typedef struct { size_t at; uint32_t n, hash; uint64_t some; /* bits of its actions, to tell at a glance what is no subset */ } SleepSet;
typedef struct {
  Mem *mem;
  VmAction *actions; size_t nactions, cap_actions;
  SleepSet *sets; size_t nsets, cap_sets;
  uint32_t *table; size_t slots;             /* number + 1 */
} Sleep;

bool sleep_init(Sleep *s, Mem *m);           /* false: no memory */
void sleep_deinit(Sleep *s);
/* The number of the set of these actions. */
uint32_t sleep_number(Sleep *s, const VmAction *a, uint32_t n);
static inline const VmAction *sleep_actions(const Sleep *s, uint32_t id, uint32_t *n) {
  *n = s->sets[id].n;
  return s->actions + s->sets[id].at;
}
bool sleep_subset(const Sleep *s, uint32_t x, uint32_t y);
#endif
