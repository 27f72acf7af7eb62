/* explore/algo/hb.h -- the execution so far with its happens-before relation (Mazurkiewicz) and its races.
 * One event is pushed after each step and popped on the way back. Each has a row of clocks: clock[t] counts the events of
 * thread t that happen before it or are it. Frontiers say what the next event can depend on directly:
 *
 *   write[obj], reads[obj]    the last write of an object, and the reads since
 *   last[tid]                 a thread's last event; the spawn that made it; the init
 *   sends, mail, afters       of a mailbox: sends in order, the sends of waiting messages, receives that found nothing
 *   watch[tid]                events that looked whether the thread has ended
 *
 * A race (e, e') is a direct predecessor e of e' in another thread with nothing between them.
 * Owns: all of it, from run->mem. */
#ifndef EXPLORE_ALGO_HB_H
#define EXPLORE_ALGO_HB_H
#include "explore/algo/clock.h"
#include "explore/algo/foot.h"
#include "explore/run.h"

#define HB_MAX_EVENTS 32000u                 /* of a thread; runs are cut far below */

typedef struct {
  VmTid tid;
  uint8_t kind, flags;
  bool fixed;                    /* always enabled where its thread stands, with this footprint, whatever others did */
  bool taken;                    /* a blocking receive: the send it waited for comes before it whatever happens */
  bool branches;                 /* an event with choices */
  bool chooses;                  /* its thread had or could have had other actions: choices, or a crash */
  uint32_t choice, index, pc;
  uint32_t lock;                 /* plain lock: its mutex; else UINT32_MAX */
  Foot foot;
  uint32_t prev;                 /* position + 1 of what its thread did before; 0: nothing */
  uint32_t owner;                /* plain lock: position + 1 of the last event that took the mutex; 0: nobody */
  Foot guard;                    /* a guard: what it may read, in any state; 0: none */
  uint32_t race, nraces;         /* in hb->race */
  uint32_t accesses, logs;       /* heights to go back to */
  uint64_t hash;                 /* of the event with its past; 0: not yet computed (hb_hash) */
} HbEvent;

typedef struct { uint32_t obj, at, old_write, old_reads; } HbAccess;
typedef struct { uint32_t *at; size_t n, cap; } HbList;
typedef enum { HB_LAST, HB_OWNER, HB_SEND, HB_MAIL, HB_TAKEN, HB_AFTER, HB_WATCH, HB_MAILBOX } HbLogKind;
typedef struct { uint8_t kind; VmTid tid; uint32_t at, old; } HbLog;

typedef struct {
  ExRun *run;
  Feet *feet;
  HbEvent *ev; size_t n, cap;
  Clock *clock; size_t clock_cap; uint32_t stride;
  uint32_t *race; size_t nrace, race_cap;    /* positions */
  uint32_t *write, *reads;                   /* per object; position + 1, access + 1 */
  bool locking;                              /* the program has mutexes */
  uint32_t *owner;                           /* per location: the event that last took the mutex */
  HbAccess *access; size_t naccess, access_cap;
  HbLog *log; size_t nlog, log_cap;
  uint32_t last[VM_MAX_THREADS + 1], init;
  HbList sends[VM_MAX_THREADS + 1], mail[VM_MAX_THREADS + 1], afters[VM_MAX_THREADS + 1], watch[VM_MAX_THREADS + 1];
  HbList direct;                             /* direct predecessors of the event being pushed: positions */
} Hb;

bool hb_open(Hb *hb, ExRun *run, Feet *feet);
void hb_close(Hb *hb);
/* Appends the event just taken. False: no memory. */
bool hb_push(Hb *hb, const VmEvent *ev);
void hb_pop(Hb *hb, uint32_t to);            /* TO events stay */
/* The send, position + 1, of the message that operation OP of EV, about to happen, takes or looks at; 0: it is no receive. */
uint32_t hb_sender(const Hb *hb, const VmEvent *ev, uint32_t op);
/* Does EV wait for a message, outside of any guard? */
bool hb_waits_for_message(const Hb *hb, const VmEvent *ev);
/* Equal for equal events with equal pasts, whatever the order they were executed in. */
uint64_t hb_hash(Hb *hb, uint32_t at);

static inline Clock *hb_row(const Hb *hb, size_t at) { return hb->clock + at * hb->stride; }
/* Does the event at I happen before, or is it, the one at K? */
static inline bool hb_before(const Hb *hb, uint32_t i, uint32_t k) { return hb_row(hb, k)[hb->ev[i].tid] > hb->ev[i].index; }
/* Does the event at I happen before what TID does next, by what TID did already? */
static inline bool hb_known(const Hb *hb, uint32_t i, VmTid tid) { return hb->last[tid] && hb_before(hb, i, hb->last[tid] - 1); }
#endif
