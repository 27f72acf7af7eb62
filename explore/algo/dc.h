/* explore/algo/dc.h -- one execution per reads-from class: same events, and every read, lock and receive has the same source.
 * After Chalupa, Chatterjee, Pavlogiannis, Sinha, Vaidya, "Data-centric Dynamic Partial Order Reduction", POPL 2018; but a tree
 * of decisions over histories in the place of annotations, which makes it exact on every architecture (docs/algorithms.md).
 *
 *   r           the decided event;  fut(r): r and all that has it in its past
 *   K           A of the node, what comes before r in its thread, the pasts of r's new sources, and r
 *   rewired     another event c with other sources than it has here, so that what it writes can be a source of r: c may take
 *               what r took, and r read from c
 *
 * A lock is decided by who takes the mutex next. Guards are failing reads; whether one is stuck for good is asked of the whole
 * class. A crash is decided before the event it replaces: that it does not happen is one of its histories.
 * Owns: Dc, from run->mem. */
#ifndef EXPLORE_ALGO_DC_H
#define EXPLORE_ALGO_DC_H
#include "explore/algo/order.h"
#include "explore/algo/plan.h"

enum { MODE_PLAIN, MODE_AGAIN };             /* of a task; AGAIN: a run of the class in another order */

typedef struct {
  Rf rf;
  Alts alts;
  Order order;
  uint32_t *rewire; size_t nrewire, rewire_cap;      /* positions of events that could write something else */
  VmAction *init; size_t ninit, init_cap;            /* choices of the init */
  Clock *set;  size_t set_cap;               /* K */
  Word *local; size_t local_cap;
  Realize now, trial;                        /* for `finally` */
  Clock first[VM_MAX_THREADS + 1];           /* NODE_LOCK: the first event of each thread outside A that takes the mutex */
  bool guards, mutexes;
} Dc;

/* What is asked of one node, in one execution. */
typedef struct {
  AltQuery q;                                /* first: callbacks get it */
  Plan *pl;
  Dc *dc;
  const PlanEntry *entry;
  const Clock *a;                            /* A of the node */
  uint32_t pos;                              /* r in this execution; RF_NONE: it is not there */
  uint32_t low;                              /* only what came after this is new */
  uint32_t mutex;                            /* NODE_LOCK: alternatives must take it */
  size_t nvariants;                          /* rewired events are alternatives [0 .. nvariants) */
  bool rewired;
} Ask;

static inline bool dc_grow(Plan *pl, void *array, size_t *cap, size_t size, size_t want) {
  return want <= *cap || mem_grow(pl->run->mem, array, cap, size, want);
}

/* dc_sources.c. What answers false met no memory or a limit, and the search has stopped. */
bool dc_no_memory(Ask *k);                   /* stops the search; false */
bool dc_known(Ask *k, Hist h);               /* marks a history of the decided event; true: it was */
/* May an event with this past come before the decided one? No: it is in fut(r), or after somebody took the mutex. */
bool dc_excluded(const Ask *k, const Clock *row);
/* The order that dc->order found becomes a task. False: no memory, the search goes on. */
bool dc_task(Plan *pl, PlanNode *node, Hist hist, uint32_t mode);
bool dc_plan(Ask *k, uint32_t alt);          /* plans an execution with this alternative of the decided event, if there is one */
/* Calls PICK with each source that OBJ may have for READER, what comes before it being PREV; those at LOW or later. */
bool dc_each_source(Ask *k, uint32_t obj, uint32_t prev, const Spot *reader, uint32_t low, bool (*pick)(void *, uint32_t), void *to);
bool dc_variants(Ask *k, const RfEvent *r);  /* finds the rewired events that could be sources of R; NULL: of a crash */
bool dc_rewired(Ask *k, uint32_t obj, bool (*pick)(void *, uint32_t), void *to);       /* those that write OBJ */
bool dc_send(AltQuery *q, RfSend s);         /* may the receive in question take it? */
void dc_ask_at(Ask *k, Spot spot);           /* the question is about SPOT */
Spot dc_spot(const Rf *rf, uint32_t at);
bool dc_is_receive(const RfEvent *e);        /* outside of guards, and nothing else */
int dc_lock_at(Dc *dc, const Spot *spot, uint32_t mutex, uint32_t source);   /* a plain lock there, as an alternative; -1: no memory */

/* dc_ask.c: what the execution shows to be possible at a node. Likewise. */
bool dc_ask_event(Ask *k);
bool dc_ask_lock(Ask *k);
bool dc_ask_crash(Ask *k);

/* dc_final.c */
PlanAnswer dc_ending(Plan *pl);              /* is a class with stuck guards run in the right order? Else that is a task */
bool dc_pruned(ExRun *run);                  /* might a stuck guard have gone on, in this order? */
bool dc_final_nodes(Plan *pl);               /* for a run that ended well: a node for each variable `finally` reads. False: no memory */
bool dc_ask_finals(Plan *pl, size_t had);    /* what else they could read, of nodes from HAD on. Likewise */
#endif
