/* explore/algo/lasso.h -- runs that never end, as cycles of a state graph: which there are, how bad each is, and a short
 * one of them. Knows nothing but states and who steps from which to which.
 *
 * All states of a strongly connected component have the same threads in the same condition, since ending, failing,
 * crashing and being started cannot be taken back. A cycle can grow to any larger one of its component, and a larger one
 * is fair if a smaller one is: a component has a fair cycle exactly when the whole of it is fair.
 *
 * Weakly fair: every thread takes a step in the cycle, or cannot step in some state of it. Crashes are no steps of a
 * thread here, and which of its choices a thread takes is nobody's duty.
 * Owns: the arrays, from the Mem given. */
#ifndef EXPLORE_ALGO_LASSO_H
#define EXPLORE_ALGO_LASSO_H
#include "lang/mem.h"
#include "vm/vm.h"

/* --- the graph --- */

typedef struct {
  size_t first; uint32_t n;      /* its steps: edges[first .. first+n) */
  uint8_t ended;                 /* threads that have come to their end, daemons not counted */
  bool counts;                   /* a cycle here is a finding: somebody who should end runs, nobody failed or was stopped */
  bool known;                    /* all its steps are in the graph */
} LassoState;

typedef struct {
  uint32_t to;
  uint32_t choice;
  VmTid tid;
  bool ends;                     /* the thread ends in this step */
} LassoEdge;

typedef struct {
  Mem *mem;
  LassoState *states; size_t nstates, states_cap;
  LassoEdge *edges; size_t nedges, edges_cap;
  uint32_t expanding;            /* whose edges come now */
} LassoGraph;

void lasso_init(LassoGraph *g, Mem *m);
void lasso_deinit(LassoGraph *g);
bool lasso_state(LassoGraph *g, uint8_t ended, bool counts);           /* the next state. False: no memory */
void lasso_expand(LassoGraph *g, uint32_t state);      /* the edges that come now are all that STATE has; once a state */
bool lasso_edge(LassoGraph *g, LassoEdge e);           /* by tid, after lasso_expand. False: no memory */

/* --- its components --- */

typedef enum {
  CYCLE_HOPELESS,                /* from here no state can be reached in which one more thread has ended */
  CYCLE_LIVELOCK,                /* a fair cycle, though a thread could end */
  CYCLE_STARVATION,              /* somebody can go on in every state and never does */
  CYCLE_NONE
} CycleKind;

/* Who could end: thread HOPE - 1, or one of these. Of several the smallest number. */
enum { HOPE_NONE = 0, HOPE_SOMEBODY = 257, HOPE_UNKNOWN = 258 /* the way there has states that are not known */ };

typedef struct {
  uint16_t kind;                 /* CycleKind, the worst that the component has */
  uint16_t hope;
  uint32_t entry;                /* its first state */
} Lasso;

typedef struct { uint32_t from, nth; } LassoStep;      /* states[from]'s NTH edge */
#define LASSO_NOT_MET UINT32_MAX

typedef struct {
  Mem *mem;
  uint32_t *component; size_t nstates;       /* per state */
  Lasso *at; size_t n, cap;      /* worst kind first, then by entry */
  LassoStep *via; uint32_t *queue;           /* for lasso_cycle: per state, nth LASSO_NOT_MET; room. NULL where n is 0 */
} Lassos;

/* The components with a finding; without ALL only the worst of them. FAIR: only those with a fair cycle.
 * False: no memory; deinit is due in either case. */
bool lasso_judge(const LassoGraph *g, bool fair, bool all, Lassos *out);
void lasso_drop(Lassos *l);

/* --- a cycle --- */

typedef struct { Mem *mem; LassoStep *at; size_t n, cap; } LassoCycle;

static inline const LassoEdge *lasso_edge_of(const LassoGraph *g, LassoStep s) { return &g->edges[g->states[s.from].first + s.nth]; }

/* A cycle from L's entry to itself inside its component: a shortest one; with FAIR a short one that is fair, which requires
 * that the component is. False: no memory; deinit is due in either case. */
bool lasso_cycle(const LassoGraph *g, const Lassos *all, const Lasso *l, bool fair, LassoCycle *out);
void lasso_cycle_drop(LassoCycle *c);
/* Into STARVED (room for VM_MAX_THREADS + 1): who can go on in every state of the cycle and does not. Returns how many. */
size_t lasso_starved(const LassoGraph *g, const LassoCycle *c, VmTid *starved);
#endif
