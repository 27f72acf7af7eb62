/* explore/because.h -- why a run fails, said for the patterns that are known, and for them only where the run proves it: the facts of
 * the pattern are read off the trace, and that it has to do with the finding is seen by playing the run differently (what_if.h).
 * Whatever is not proved is not said. */
#ifndef EXPLORE_BECAUSE_H
#define EXPLORE_BECAUSE_H
#include "explore/trace.h"

/* A paragraph about T in A, which names threads, steps, lines and values; NULL: no pattern was recognised. T was confirmed. */
const char *because(const BcProgram *p, const ExTrace *t, Arena *a);
#endif
