/* explore/trim.h -- makes the schedule of one finding shorter by trying what could be left out, where its shortest is too far away
 * to be found outright (seek.h). Each try is a run (rerun.h); the best so far is kept. Shorter is better, then fewer switches.
 * Owns: the best so far and room for tries, until trim_close. */
#ifndef EXPLORE_TRIM_H
#define EXPLORE_TRIM_H
#include "explore/rerun.h"

typedef struct {
  Rerun rerun;
  Arena keep, mine, other;                   /* for as long as this; of the best so far; of a try */
  ExFinding best; size_t switches;
  VmAction *room;                            /* a schedule to try, as long as the first one */
  bool *drop;                                /* what of the best is left out in a try; all false in between */
  Round round;
} Trim;

/* Begins with F. WORK may be spent. False: F cannot be tried. trim_close is due in either case. */
bool trim_open(Trim *t, const BcProgram *p, const ExLimits *l, const ExFinding *f, uint64_t work);
void trim_close(Trim *t);
/* Tries a schedule, which is not the best's own and no longer than the first one. True: it is the best now. */
bool trim_try(Trim *t, const VmAction *at, size_t n, size_t loop);
/* Everything there is, over and over, until nothing more comes of it or the work is spent. */
void trim_all(Trim *t);

/* trim_drop.c: leaves steps out. Each: true when something came of it. */
bool trim_without(Trim *t);                  /* those marked in t->drop, which is cleared */
bool trim_cycles(Trim *t);                   /* from a state to where it comes again */
bool trim_past(Trim *t);                     /* what the failure does not depend on */
bool trim_threads(Trim *t);                  /* a whole thread */
bool trim_turns(Trim *t);                    /* of a thread what lies between two visits of a place: turns of its loops */
bool trim_chunks(Trim *t);                   /* stretches, of the run and of each thread, ever smaller */
/* trim_merge.c: the same steps in another order. */
bool trim_merge(Trim *t);                    /* two stretches of a thread become one */
#endif
