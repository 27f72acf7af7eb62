/* explore/algo/alts.h -- what an event could have done with other sources: its alternatives, found by probing the machine.
 * The reads of an event are bound to sources one after the other, in the order the event makes them, since what it reads next
 * may depend on what it read before.
 * Owns: the alternatives, until alts_clear. */
#ifndef EXPLORE_ALGO_ALTS_H
#define EXPLORE_ALGO_ALTS_H
#include "explore/algo/rf.h"

/* A source is 0 (initial), a position + 1 of the execution, RF_SELF, or an alternative. */
#define ALT_SOURCE 0x40000000u

typedef struct {
  VmTid tid;
  uint8_t kind, flags;
  uint32_t index, choice, prev;
  uint32_t acc, nacc, op, nops, nownops;     /* in alts->acc, alts->op */
  Hist hist;
} Alt;

/* A place in the execution: what its thread did before, and what it was about to do. */
typedef struct {
  VmTid tid;
  uint32_t index, prev;
  const Word *local;
} Spot;

enum { ALT_MAX_BOUND = 128 };
typedef struct {
  uint32_t nobj; struct { uint32_t obj, source; } obj[ALT_MAX_BOUND];
  uint32_t nmail; RfSend mail[ALT_MAX_BOUND];          /* per receive of the event, in order; ev RF_NONE: nothing; also ALT_SOURCE */
  uint32_t nbox; RfSend box[ALT_MAX_BOUND];            /* a mailbox in which they find it so */
  uint32_t njoin; struct { VmTid peer; bool ended; uint32_t source; } join[ALT_MAX_BOUND];
} Bind;

typedef struct Alts {
  Rf *rf;
  Alt *alt; size_t n, cap;
  RfAcc *acc; size_t nacc, acc_cap;
  RfOp *op; size_t nop, op_cap;
  uint64_t *tried; size_t ntried, tried_cap; /* bindings met, of the present question */
  Word *mail; size_t mail_cap;
  VmAction *action; size_t action_cap;
} Alts;

typedef struct AltQuery AltQuery;
struct AltQuery {
  Spot spot;
  bool crash;                                /* the crash there; else all but it */
  bool waits; uint32_t matcher;              /* a plain receive, which is only there when it finds a message */
  size_t variants;                           /* so many of the first alternatives may be sources */
  uint32_t obj, source;                      /* settled from the start; obj RF_NONE: nothing is */
  void *ctx;
  /* Calls PICK for every source that OBJ may have; likewise for messages and ends of threads. */
  bool (*sources)(AltQuery *q, uint32_t obj, bool (*pick)(void *, uint32_t source), void *to);
  bool (*send)(AltQuery *q, RfSend s);       /* may this send be a source? */
  bool (*end)(AltQuery *q, VmTid peer);      /* may the event see that PEER has ended? */
  bool (*found)(AltQuery *q, uint32_t alt);  /* an alternative; false: stop */
  size_t tried;                              /* alts.c */
};

void alts_init(Alts *as, Rf *rf);
void alts_deinit(Alts *as);
void alts_clear(Alts *as, size_t n);         /* N stay */
/* Finds all alternatives of the spot. False: no memory, a limit, or FOUND stopped. */
bool alts_find(Alts *as, AltQuery *q);
/* One that is known without asking the machine; its accesses and operations are appended by the caller. -1: no memory. */
int alts_add(Alts *as, const Alt *like, const RfAcc *acc, uint32_t nacc, const RfOp *op, uint32_t nops);
Hist alts_hist_of(void *alts, uint32_t source);
Word alts_value(const Alts *as, uint32_t source, uint32_t obj);
const RfAcc *alts_access(const Alts *as, uint32_t alt, uint32_t obj);    /* NULL: it does not touch it */
bool alts_sends(const Alts *as, uint32_t alt, uint32_t op, VmTid to);    /* is that operation a send to TO that arrives? */
/* Joins the past of the alternative, itself apart, to SET. */
void alts_past(const Alts *as, uint32_t alt, Clock *set);
#endif
