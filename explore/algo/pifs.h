/* explore/algo/pifs.h -- may there be a maximal run from the present state all of whose first actions are in a given set?
 * If the answer is no, there is none; a yes may be wrong.
 * Owns: its lists, from run->mem. */
#ifndef EXPLORE_ALGO_PIFS_H
#define EXPLORE_ALGO_PIFS_H
#include "explore/algo/view.h"
#include "explore/algo/ways.h"

#define PIFS_LABELS 1024
typedef struct {
  uint64_t *ops;                 /* what the movers may do: all sets */
  bool *member; size_t cap_member;           /* units that may move */
  uint32_t *members; size_t cap_members; uint32_t nmembers;
  Ways ways;
  bool grew;                     /* the last walks found more */
  uint64_t labels[PIFS_LABELS / 64];         /* of the events that a member may do */
  uint32_t unwrapped;            /* threads that could move, not only crash, and that nothing holds back */
  bool *wrapped; size_t cap_wrapped;         /* per thread */
} Pifs;

typedef enum { PIFS_NO, PIFS_YES, PIFS_NOMEM } PifsAnswer;

bool pifs_init(Pifs *p, ExRun *run);         /* false: no memory */
void pifs_deinit(Pifs *p, ExRun *run);
/* FIRST[u]: unit u has an action in the set. */
PifsAnswer pifs(Pifs *p, ExRun *run, const View *v, const bool *first);
/* After a no: about how many different events of the movers could be the first on their object, for choosing between several
 * sets. UINT64_MAX: no memory. */
uint64_t pifs_reach(Pifs *p, ExRun *run, const View *v);
#endif
