/* explore/algo/order.h -- an order of a closed set of events, with given sources, in which every event comes out as planned.
 * The set is a part of the present execution and a few alternatives at its end (alts.h). Restricted to a closed set an
 * execution stays one, so some orders are at hand: the set as it stood and the alternatives after it; a read put in before the
 * next write; the past of the alternative first and the rest after it; its source as late as can be. Where these fail
 * consequences are drawn in clocks (causal.h), and only where these leave a choice the constraints are written down (realize.h):
 *
 *   r reads x from w, v also writes x            v before w, or r before v
 *   r receives s, t would match too              s before t
 *   r finds no message, t would match            r before t
 *   r sees that a thread has not ended           r before its last event
 *
 * Owns: its tables, from run->mem. */
#ifndef EXPLORE_ALGO_ORDER_H
#define EXPLORE_ALGO_ORDER_H
#include "explore/algo/alts.h"
#include "explore/algo/causal.h"
#include "explore/algo/realize.h"

typedef struct {
  Rf *rf;
  Alts *alts;
  Realize z;
  Causal causal;
  uint32_t *item; size_t nitem, item_cap;    /* position, or ALT_SOURCE | alternative; in the order of the execution */
  uint32_t *number; size_t number_cap;       /* position -> item; RF_NONE: not in the set */
  uint32_t *alt_number; size_t alt_cap;      /* alternative -> item */
  uint32_t *seq; size_t seq_cap;             /* the order: items */
  uint32_t *sim; size_t sim_cap;             /* per object: stamp and last write of a simulation */
  uint32_t stamp;
  struct { RfSend send; uint32_t left, item; } *box; size_t nbox, box_cap;
  const Clock *set;
  uint64_t asked, hard;                      /* questions; those that needed the constraints */
} Order;

/* An item of the set: what it is, did and took. */
typedef struct { VmTid tid; uint32_t index, prev, flags, kind; const RfAcc *acc; uint32_t nacc; const RfOp *op; uint32_t nops, nownops; } OrderView;

void order_init(Order *o, Rf *rf, Alts *as);
void order_deinit(Order *o);
/* Orders SET and the alternatives AS[0 .. n-1], none of which another one but the last reads from. REAL_YES: the order is in
 * o->seq[0 .. o->nitem-1]. */
RealAnswer order_find(Order *o, const Clock *set, const uint32_t *as, uint32_t n);
/* The same set with the constraints in o->z, for callers that add some. REAL_NO: there is no order. Items are numbered by
 * o->number. */
RealAnswer order_constraints(Order *o, const Clock *set, const uint32_t *as, uint32_t n);
RealAnswer order_solve(Order *o);
/* Of the constraints only what is certain: program order, sources, mailboxes, ends of threads; for callers that look after
 * memory themselves and put the order into o->seq. */
RealAnswer order_edges(Order *o, const Clock *set, const uint32_t *as, uint32_t n);
OrderView order_view(const Order *o, uint32_t item);         /* by its number */
uint32_t order_number(const Order *o, uint32_t source);      /* of a source in the set: its number */
/* The actions of the order into OUT (room for o->nitem). */
void order_actions(const Order *o, VmAction *out);
#endif
