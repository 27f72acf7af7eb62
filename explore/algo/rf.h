/* explore/algo/rf.h -- the execution so far with who reads from whom, for reductions by reads-from classes.
 * Chalupa et al., Data-centric DPOR, POPL 2018: the observation function of a trace.
 *
 *   source     of a read: the last write of the object; of a receive: the send; of a look at a thread's end: its last event
 *   past(e)    program order, spawn, join and sources, closed; a row of clocks (clock.h)
 *   hist(e)    hash of the event with its whole past: equal for equal pasts, on every machine of one program
 *
 * One event is pushed after each step and popped on the way back. What writes of one object there are, and the sends to one
 * mailbox, are lists from the newest to the oldest.
 * Owns: all of it, from run->mem. */
#ifndef EXPLORE_ALGO_RF_H
#define EXPLORE_ALGO_RF_H
#include "explore/algo/clock.h"
#include "explore/algo/foot.h"
#include "explore/algo/hist.h"
#include "explore/run.h"

#define RF_NONE UINT32_MAX
#define RF_SELF 0x7fffffffu                  /* a receive's source: a message the event itself sent */

typedef struct {
  VmAcc acc;
  uint32_t ev;                   /* whose: position */
  uint32_t source;               /* of a read: position + 1; 0: the initial value */
  uint32_t older;                /* of a write: the one before it, index + 1 in rf->acc */
  Word value;                    /* after the event */
} RfAcc;

typedef struct {
  VmOp op;
  uint32_t source;               /* receive: the send's position + 1, or RF_SELF; join: the last event */
  uint32_t sop;                  /* receive: which operation of the send; join: 1 when the thread had ended */
} RfOp;

typedef struct {
  VmTid tid;
  uint8_t kind, flags;
  bool decides;                  /* it reads, receives, looks or chooses: others could have made it something else */
  bool chooses;                  /* an event with choices */
  bool fixed;                    /* it does the same whatever it reads */
  uint32_t choice, index, pc;
  uint32_t prev;                 /* position + 1 of what its thread did before, the spawn, or the init; 0: nothing */
  uint32_t lock;                 /* plain lock that waits: its mutex; else RF_NONE */
  uint32_t acc, nacc, op, nops, nownops;     /* in rf->acc, rf->op */
  uint32_t local;                /* in rf->local: the thread right before it; RF_NONE: not kept */
  uint32_t logs;
  Hist hist;
} RfEvent;

typedef struct { uint32_t ev, op; } RfSend;
typedef struct { RfSend *at; size_t n, cap; } RfSends;
typedef struct { uint32_t *at; size_t n, cap; } RfList;
typedef struct { uint8_t kind; VmTid tid; uint32_t at; RfSend old; } RfLog;

typedef struct { Hist hist; uint64_t content; } RfKnown;

typedef struct Rf {
  ExRun *run;
  RfEvent *ev; size_t n, cap;
  Clock *clock; size_t clock_cap; uint32_t stride;
  RfAcc *acc; size_t nacc, acc_cap;
  RfOp *op; size_t nop, op_cap;
  RfLog *log; size_t nlog, log_cap;
  Word *local; size_t nlocal, local_cap;
  Word *initial;                 /* per object: its value before the first thread ran */
  uint32_t *write;               /* per object: its last write, index + 1 in acc */
  uint32_t init;                 /* position + 1 of the init event */
  uint32_t last[VM_MAX_THREADS + 1];         /* position + 1 of a thread's last event, or the spawn that made it */
  RfList at[VM_MAX_THREADS + 1];             /* positions of a thread's events */
  RfSends mail[VM_MAX_THREADS + 1], sends[VM_MAX_THREADS + 1];
  bool choosy;
  bool looks;                    /* somebody may look whether a thread has ended, or crash: every local state is kept */
  RfKnown *known; size_t nknown, known_cap;  /* stress builds: every history met */
  /* Of the step about to be taken. */
  bool chooses;
  uint32_t kept;
  VmTid stepping;
} Rf;

bool rf_open(Rf *rf, ExRun *run);
void rf_close(Rf *rf);
/* TID is about to step: what must be remembered of the state before. False: no memory. */
bool rf_before_step(Rf *rf, VmTid tid);
bool rf_push(Rf *rf, const VmEvent *ev);     /* the event just taken; false: no memory */
void rf_pop(Rf *rf, uint32_t to);            /* TO events stay */

static inline Clock *rf_row(const Rf *rf, size_t at) { return rf->clock + at * rf->stride; }
/* Is the event at I in the past of the one at K, or the same? */
static inline bool rf_before(const Rf *rf, uint32_t i, uint32_t k) { return rf_row(rf, k)[rf->ev[i].tid] > rf->ev[i].index; }
/* Position of an event; RF_NONE: it is not in the execution. */
static inline uint32_t rf_at(const Rf *rf, VmTid tid, uint32_t index) { return index < rf->at[tid].n ? rf->at[tid].at[index] : RF_NONE; }
/* Hist of what its thread did before the event (TID, INDEX), or of what made the thread. */
Hist rf_prev_hist(const Rf *rf, uint32_t prev);
/* The hist of an event from its parts; SOURCES of accesses and operations are looked up by the caller's function. */
typedef Hist RfHistOf(void *ctx, uint32_t source);
Hist rf_hist(const Rf *rf, VmTid tid, uint32_t index, uint32_t choice, uint32_t prev, const RfAcc *acc, uint32_t nacc, const RfOp *op,
             uint32_t nops, RfHistOf *of, void *ctx);
/* Could an event of this kind at PC write OBJ, had it read something else? LOCK: its mutex. */
bool rf_may_write(const Rf *rf, const RfEvent *e, uint32_t obj);
#endif
