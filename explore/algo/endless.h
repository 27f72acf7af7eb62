/* explore/algo/endless.h -- for --progress: a breadth-first search of all states keeps its graph here, and at its end the
 * cycles in it become findings.
 * Owns: the graph, from run->mem. A refusal there ends the search (ex_stop). */
#ifndef EXPLORE_ALGO_ENDLESS_H
#define EXPLORE_ALGO_ENDLESS_H
#include "explore/algo/lasso.h"
#include "explore/run.h"

typedef struct Endless Endless;

Endless *endless_new(ExRun *run);                       /* NULL: no memory */
void endless_free(ExRun *run, Endless *e);              /* NULL is fine */

/* The machine has come by EV (NULL: to the initial state) to the state of this NUMBER; fresh ones come in order. */
void endless_came(ExRun *run, Endless *e, uint32_t number, bool fresh, const VmEvent *ev);
/* The steps that come now are those of STATE, all of them unless the run is cut there. */
void endless_expand(ExRun *run, Endless *e, uint32_t state);

/* After the search: the next finding; false: there is none. *ENTRY is the state where its cycle begins. */
bool endless_next(ExRun *run, Endless *e, uint32_t *entry);
/* Records it. Requires: run->algo->schedule leads to its entry. Moves the machine. */
void endless_tell(ExRun *run, Endless *e);
#endif
