/* explore/pool.h -- tasks that several workers share: each has a deque, takes its own newest task first and, when it has
 * none, the oldest of somebody else, which is the root of the largest piece of work there.
 *
 *   worker 0   old [ t1 t2 t3 ] new <- push, pop        A task is open from its push until pool_done of the worker that
 *   worker 1   old [          ] new                     popped it. When none is open nothing can come any more, and
 *                 ^ steals t1                           pool_pop gives NULL to everybody.
 *
 * A worker without work sleeps. With one worker neither locks nor atomic operations are used.
 * Owns: the deques.  Borrows: the tasks, which are opaque, and the Mem (shared, with several workers). */
#ifndef EXPLORE_POOL_H
#define EXPLORE_POOL_H
#include <pthread.h>
#include <stdatomic.h>
#include "lang/mem.h"

struct PoolDeque;
typedef struct {
  Mem *mem;
  unsigned workers;
  struct PoolDeque *deques;              /* one a worker */
  atomic_size_t open;                    /* queued, or being worked on */
  atomic_size_t most;                    /* so many were queued at once, at most */
  atomic_size_t queued;
  atomic_size_t waiting;                 /* workers asleep, or about to be */
  atomic_bool stopped;
  pthread_mutex_t lock; pthread_cond_t wake;           /* for those asleep */
  /* May be set after pool_open: called by worker 0 twice a second while it sleeps. */
  void (*idle)(void *ctx); void *idle_ctx;
} Pool;

/* SHUFFLE not 0: a worker takes its own tasks in an order drawn from this seed, not newest first. False: no memory, and
 * nothing to close. */
bool pool_open(Pool *p, Mem *m, unsigned workers, uint64_t shuffle);
/* Requires: no worker is in the pool, and pool_drain gave everything back. */
void pool_close(Pool *p);

/* Adds TASK for WORKER, or for whoever is hungry. Also after a stop: then pool_drain gives it back. False: no memory, the
 * task stays the caller's. */
bool pool_push(Pool *p, unsigned worker, void *task);
/* The next task; waits while there is none but one may come. NULL: nothing is left, or the pool was stopped. */
void *pool_pop(Pool *p, unsigned worker);
/* The task that WORKER popped last is finished. Call it after pushing what the task led to. */
void pool_done(Pool *p, unsigned worker);
/* Nobody gets a task any more. */
void pool_stop(Pool *p);
/* After the end: the tasks left over, one a call, in no particular order; NULL: no more. One thread only. */
void *pool_drain(Pool *p);

size_t pool_open_tasks(const Pool *p);
size_t pool_most(const Pool *p);
/* Somebody waits and finds nothing: whoever can should split its work. */
static inline bool pool_hungry(const Pool *p) {
  return p->workers > 1 && atomic_load_explicit(&p->waiting, memory_order_relaxed) >
                           atomic_load_explicit(&p->queued, memory_order_relaxed);
}
#endif
