/* explore/algo/obs.h -- happens-before with observers: two writes, or two sends, are ordered only where somebody tells them
 * apart. Aronis, Jonsson, Lang, Sagonas, "Optimal Dynamic Partial Order Reduction with Observers", TACAS 2018.
 * Computed anew from a whole sequence, since what is observed depends on all of it.
 *   unconditional   program order, spawn, join, a write and the reads from it, a read and later writes, a send and its
 *                   receive, a receive that found nothing and later sends it would have taken
 *   observed        an earlier write and a write that is read: the observers are the reads of the later one;
 *                   a send that was received and a send that the receive would have taken as well: the receive
 * A `finally` that will run is a last event of thread OBS_FINAL that reads its variables.
 * Owns: its tables, from run->mem. */
#ifndef EXPLORE_ALGO_OBS_H
#define EXPLORE_ALGO_OBS_H
#include "explore/algo/wakeup.h"
#include "explore/run.h"

#define OBS_FINAL 255                        /* no real thread acts under this number, nor under COND_DEBT */
#define OBS_NOBODY UINT32_MAX

typedef struct { uint32_t ev, obj, prev, source, readers; uint8_t mode; } ObsAccess;   /* prev, source: access + 1 */
typedef struct { uint32_t ev, next; } ObsRead;
typedef struct { uint32_t ev, msg, prev, takers; VmTid to; uint8_t copies, left; } ObsSend;     /* prev: older one to the same, + 1 */
typedef struct { uint32_t ev, matcher, next; bool took; } ObsTake;
typedef struct { uint32_t ev, matcher, prev; } ObsLook;                                         /* receives that found nothing */

typedef struct {
  ExRun *run;
  Feet *feet;
  uint32_t n, words;
  Act *seq; size_t cap_seq;                  /* the sequence: the caller fills seq[0 .. n-1] */
  uint64_t *row; size_t cap_row;             /* strict predecessors, words a row */
  uint64_t *direct; size_t cap_direct;       /* direct ones */
  ObsAccess *access; size_t nacc, cap_acc;
  uint32_t *first; size_t cap_first;         /* per event its first access; one more at the end */
  ObsRead *read; size_t nread, cap_read;
  ObsSend *send; size_t nsend, cap_send;
  ObsTake *take; size_t ntake, cap_take;
  ObsLook *look; size_t nlook, cap_look;
  ObsLook *watch; size_t nwatch, cap_watch;  /* events that look whether a thread has ended; matcher: who */
  uint32_t *last_write, *last_access;        /* per object: access + 1 */
  uint32_t sent[256], looked[256];           /* per thread: send + 1, look + 1 */
} Obs;

bool obs_open(Obs *o, ExRun *run, Feet *feet);
void obs_close(Obs *o);
bool obs_room(Obs *o, uint32_t n);           /* room for N events in o->seq. False: no memory */
/* Computes the rows of seq[0 .. n-1]. False: no memory. */
bool obs_compute(Obs *o, uint32_t n);
static inline bool obs_before(const Obs *o, uint32_t i, uint32_t k) { return o->row[(size_t)k * o->words + (i >> 6)] >> (i & 63) & 1; }
/* Has event K a predecessor at or after position FROM? */
bool obs_has_before(const Obs *o, uint32_t k, uint32_t from);
/* Is a race of E: direct, with nothing between? */
bool obs_race(const Obs *o, uint32_t i, uint32_t k);
/* The first observer of the edge from I to K; OBS_NOBODY: it is unconditional. SEEN(ctx, event) hears of all of them. */
uint32_t obs_observer(const Obs *o, uint32_t i, uint32_t k, void (*seen)(void *, uint32_t), void *ctx);
/* Could an event of B, whose thread does nothing in seq[from ..], have happened at FROM as well as at the end? */
bool obs_commutes(const Obs *o, const Act *b, uint32_t from);
#endif
