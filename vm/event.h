/* vm/event.h -- what a step made visible, and which events depend on each other.
 * Algorithms see events, never opcodes or values. Objects are numbers:
 *   0 .. nlocs-1          shared leaves (mutexes, queues and sets are leaves too)
 *   OBJ_MAILBOX(p, tid)   the mailbox of a thread
 *   OBJ_THREAD(p, tid)    its life: written by spawn and by its own events, read by join
 *   OBJ_VIRTUAL(p, k)     critical names, then invariants, then covers, then fault budgets */
#ifndef VM_EVENT_H
#define VM_EVENT_H
#include "compiler/bytecode.h"

typedef uint8_t VmTid;
#define VM_MAX_THREADS 255
#define VM_CRASH 0x3fffffffu                 /* the choice "crash here" */

typedef enum {
#define X(kind, word, text) kind,
#include "vm/events.def"
#undef X
  EV_COUNT
} EvKind;

#define OBJ_MAILBOX(p, tid) ((p)->nlocs + (tid))
#define OBJ_THREAD(p, tid)  ((p)->nlocs + 256 + (tid))
#define OBJ_VIRTUAL(p, k)   ((p)->nlocs + 512 + (k))
#define OBJ_CRITICAL(p, k)  OBJ_VIRTUAL(p, k)
#define OBJ_INVARIANT(p, k) OBJ_VIRTUAL(p, (p)->ncriticals + (k))
#define OBJ_COVER(p, k)     OBJ_VIRTUAL(p, (p)->ncriticals + (p)->ninvariants + (k))
#define OBJ_BUDGET(p, k)    OBJ_VIRTUAL(p, (p)->ncriticals + (p)->ninvariants + (p)->ncovers + (k))
#define OBJ_COUNT(p)        OBJ_VIRTUAL(p, (p)->ncriticals + (p)->ninvariants + (p)->ncovers + (p)->nbudgets)

typedef uint32_t VmAcc;                      /* object << 2 | mode */
enum { ACC_R = 1, ACC_W = 2, ACC_RW = 3 };
#define ACC_OBJ(a)  ((a) >> 2)
#define ACC_MODE(a) ((a) & 3u)

/* One mailbox or thread operation; an event has one, an atomic block may have several. */
typedef struct {
  uint8_t kind;                              /* EV_SEND, EV_RECEIVE, EV_AFTER, EV_SPAWN, EV_JOIN */
  VmTid peer;                                /* receiver; own tid for receive; child; joined thread */
  uint8_t copies;                            /* send: 1, 0 dropped, 2 duplicated; receive: 1, 0 looked at and left there */
  Word msg;                                  /* handle; 0 for none */
  uint32_t pos;                              /* receive: index in the mailbox, oldest 0 */
  uint32_t receive;                          /* receive, after: entry in the receive table */
  uint32_t matcher;                          /* receive, after: handle for vm_matches (patterns with values filled in) */
} VmOp;

enum {                                       /* VmEvent.flags */
  EVF_FAILED_CAS = 1, EVF_TRYLOCK_FAILED = 2,
  EVF_ENDED = 4,                             /* the thread ended in this step */
  EVF_FAULT = 8,                             /* the thread failed in this step */
  EVF_STOPPED = 16,                          /* stopped by assume, a loop bound or a failing guard in this step */
  EVF_GUARDED = 32,                          /* could have been blocked by a guard (await, atomic that blocks, choose from a set) */
  EVF_LOOPED = 64,                           /* the step ran over a backward jump */
  EVF_STUCK = 128                            /* a guard that failed (vm_failing_guards): the step changed nothing */
};

typedef struct {
  VmTid tid;
  uint8_t kind;
  uint8_t flags;
  uint32_t index;                            /* how-many-th event of its thread; set by explore */
  uint32_t pc;                               /* the visible instruction; the crashed-at instruction for EV_CRASH */
  uint32_t choice;                           /* which action of the thread this was */
  uint32_t lock;                             /* mutex location for lock, trylock, unlock; else UINT32_MAX */
  uint32_t nacc, nops;
  const VmAcc *acc;                          /* sorted by object, one entry each; valid until the next call on the state */
  const VmOp *ops;                           /* likewise */
  /* What the event itself did, without the wait sets of its choices (vm_footprints); equal to acc and ops when it has none. */
  uint32_t nown, nownops;
  const VmAcc *own;                          /* sorted; the own ops are the first of ops */
} VmEvent;

const char *ev_kind_word(EvKind k);

/* May the two events of different threads, neither of which has happened, be swapped? False only when both orders give
 * the same state and footprints. That a receive takes the message of an earlier send is a fact of the whole run and not
 * seen here; explore adds it. S serves to ask whether a message matches. */
struct VmState;
bool ev_dependent(struct VmState *s, const VmEvent *x, const VmEvent *y);
#endif
