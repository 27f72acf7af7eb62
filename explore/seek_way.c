/* explore/seek_way.c -- of all shortest ways to some goals the one with the fewest switches. See seek.h.
 * The steps between levels make a graph without cycles, in which every way to a state is equally long. From the goals back it is
 * marked which states matter; then, level by level, each of these learns at what cost it is reached with which thread last. */
#include "explore/seek.h"
#include <assert.h>
#include <string.h>
#include "lang/vec.h"

/* State reached with thread LAST, by STEP from the arrival PREV. Links are 1-based, 0 is none. */
typedef struct { int last; size_t switches; uint32_t prev, next; VmAction step; } Arrival;

typedef struct {
  const SeekGraph *g;
  Arena arena;
  bool *leads;                               /* per state: to a goal */
  uint32_t *first;                           /* per state: its arrivals */
  VEC(Arrival) all;
} Ways;

size_t seek_switches(const VmAction *at, size_t n) {
  size_t switches = 0;
  int last = -1;
  for (size_t i = 0; i < n; i++) {
    if (at[i].choice == VM_CRASH) continue;
    switches += last >= 0 && at[i].tid != last;
    last = at[i].tid;
  }
  return switches;
}

static void mark(Ways *w, const SeekGoal *goals, size_t n) {
  for (size_t i = 0; i < n; i++) w->leads[goals[i].state] = true;
  for (size_t i = w->g->nedges; i-- > 0;)
    if (w->leads[w->g->edges[i].to]) w->leads[w->g->edges[i].from] = true;
}

/* What it costs to go on from ARRIVAL with STEP. */
static Arrival gone_on(const Ways *w, uint32_t arrival, VmAction step) {
  const Arrival *x = &w->all.at[arrival - 1];
  bool crash = step.choice == VM_CRASH, other = !crash && x->last >= 0 && x->last != step.tid;
  return (Arrival){ crash ? x->last : step.tid, x->switches + other, arrival, 0, step };
}

static void arrive(Ways *w, uint32_t state, Arrival x) {
  for (uint32_t i = w->first[state]; i; i = w->all.at[i - 1].next) {
    Arrival *known = &w->all.at[i - 1];
    if (known->last != x.last) continue;
    if (x.switches < known->switches) known->switches = x.switches, known->prev = x.prev, known->step = x.step;
    return;
  }
  x.next = w->first[state];
  VEC_PUSH(&w->arena, &w->all, x);
  w->first[state] = (uint32_t)w->all.count;
}

static void spread(Ways *w) {
  arrive(w, 0, (Arrival){ .last = w->g->last });
  for (size_t i = 0; i < w->g->nedges; i++) {
    const SeekEdge *e = &w->g->edges[i];
    if (!w->leads[e->to]) continue;
    for (uint32_t k = w->first[e->from]; k; k = w->all.at[k - 1].next) arrive(w, e->to, gone_on(w, k, (VmAction){ e->tid, e->choice }));
  }
}

/* The cheapest arrival at a goal, its last step added where the goal is one. */
static Arrival best(const Ways *w, const SeekGoal *goals, size_t n) {
  Arrival best = { .switches = SIZE_MAX };
  for (size_t i = 0; i < n; i++)
    for (uint32_t k = w->first[goals[i].state]; k; k = w->all.at[k - 1].next) {
      Arrival x = goals[i].last_step ? gone_on(w, k, goals[i].step) : w->all.at[k - 1];
      if (x.switches < best.switches) best = x;
    }
  return best;
}

void seek_way(const SeekGraph *g, const SeekGoal *goals, size_t ngoals, VmAction *out, size_t n) {
  Ways w = { .g = g };
  arena_init(&w.arena);
  w.leads = ARENA_ARRAY(&w.arena, bool, g->nstates);
  w.first = ARENA_ARRAY(&w.arena, uint32_t, g->nstates);
  mark(&w, goals, ngoals);
  spread(&w);
  Arrival x = best(&w, goals, ngoals);
  assert(x.switches != SIZE_MAX);
  for (; n; x = w.all.at[x.prev - 1]) out[--n] = x.step;
  arena_deinit(&w.arena);
}
