/* explore/algo/causal.h -- what the sources of a closed set of events imply about its order, in clocks: for long executions of
 * few threads, where rows of bits (realize.h) cost the square of the length. Memory only: no messages, no looks at ends.
 *
 *   r reads x from w, and v, also a write of x, comes before r:  v comes before w
 *                                     and v comes after w:       r comes before v
 *
 * Of each thread only the last write before r and the first write after w matter, since those of one thread are ordered.
 * Owns: its tables, from the Mem of the execution. */
#ifndef EXPLORE_ALGO_CAUSAL_H
#define EXPLORE_ALGO_CAUSAL_H
#include "explore/algo/alts.h"

typedef struct {                             /* an event of the set */
  VmTid tid;
  uint32_t index, prev;                      /* prev: item + 1 */
  const RfAcc *acc; uint32_t nacc;
} CausalItem;
typedef struct { VmTid tid; uint32_t from, to, next; } CausalRun;        /* writes of one thread to one object */

typedef struct {
  Mem *mem;
  uint32_t stride, n;
  CausalItem *item; size_t item_cap;
  Clock *row; size_t row_cap;                /* per item: what comes before it, and itself */
  uint32_t *write; size_t write_cap;         /* items, by object and thread */
  CausalRun *run; size_t nrun, run_cap;
  uint32_t *of; size_t of_cap; uint32_t stamp;         /* per object: stamp, first run + 1 */
  struct { uint32_t from, to; } *edge; size_t nedge, edge_cap;
} Causal;

void causal_init(Causal *c, Mem *m);
void causal_deinit(Causal *c);
/* N items, each with its row filled in by the caller (program order and sources, closed). False: no memory. */
bool causal_begin(Causal *c, uint32_t n, uint32_t stride, size_t objects);
/* Closes the rows. SOURCE gives the item + 1 of an access' source. False: no order is possible, or no memory (*OK). */
typedef uint32_t CausalSource(void *ctx, uint32_t source);
bool causal_close(Causal *c, CausalSource *source, void *ctx, bool *ok);
/* An order that obeys the rows, earlier items first, into SEQ. It need not obey the sources. False: no memory */
void causal_order(const Causal *c, uint32_t *seq);
static inline Clock *causal_row(const Causal *c, uint32_t i) { return c->row + (size_t)i * c->stride; }
static inline bool causal_before(const Causal *c, uint32_t a, uint32_t b) { return causal_row(c, b)[c->item[a].tid] > c->item[a].index; }
#endif
