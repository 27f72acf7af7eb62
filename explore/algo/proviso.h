/* explore/algo/proviso.h -- a reduced search of a model whose runs may not end: every state with a source set of its actions,
 * or with all of them where a loop would be closed.
 * Owns: its store and stack, from run->mem. */
#ifndef EXPLORE_ALGO_PROVISO_H
#define EXPLORE_ALGO_PROVISO_H
#include "explore/algo/reduced.h"

typedef struct Proviso Proviso;
Proviso *proviso_open(ExRun *run, Reduction how);    /* NULL: no memory. Of HOW only the closures count */
void proviso_close(Proviso *x, ExRun *run);
ExMove proviso_next(Proviso *x, ExRun *run);
bool proviso_took(Proviso *x, ExRun *run);
#endif
