/* explore/pool.c -- see pool.h.
 * No wake-up is lost: who pushes counts the task in `queued` and then looks at `waiting`; who goes to sleep counts itself
 * in `waiting` and then looks at `queued`. In the one order of these four that all agree on (they are sequentially
 * consistent) one of the two sees the other. The signal is given under the lock under which the sleeper looked. */
#include "explore/pool.h"
#include <assert.h>
#include <string.h>
#include <time.h>

typedef struct PoolDeque {
  pthread_mutex_t lock;
  void **at; size_t head, cap;           /* a ring: at[head] is the oldest; cap is a power of two, or 0 */
  atomic_size_t n;                       /* written under the lock, looked at without */
  uint64_t random;                       /* 0: newest first */
  char apart[64];                        /* so that neighbours do not share a cache line */
} PoolDeque;

/* --- counters: plain words with one worker --- */

static size_t look(const atomic_size_t *n) { return atomic_load_explicit(n, memory_order_relaxed); }

static size_t change(const Pool *p, atomic_size_t *n, size_t by) {
  if (p->workers > 1) return atomic_fetch_add(n, by) + by;
  size_t now = look(n) + by;
  atomic_store_explicit(n, now, memory_order_relaxed);
  return now;
}
#define MINUS_ONE ((size_t)-1)

static void note_most(Pool *p, size_t queued) {
  size_t most = look(&p->most);
  if (p->workers == 1 && queued > most) atomic_store_explicit(&p->most, queued, memory_order_relaxed);
  while (p->workers > 1 && queued > most)
    if (atomic_compare_exchange_weak_explicit(&p->most, &most, queued, memory_order_relaxed, memory_order_relaxed)) return;
}

static bool stopped(const Pool *p) {
  return atomic_load_explicit(&p->stopped, memory_order_relaxed);
}

/* --- one deque --- */

static void hold(const Pool *p, pthread_mutex_t *m) {
  if (p->workers > 1) pthread_mutex_lock(m);
}
static void let_go(const Pool *p, pthread_mutex_t *m) {
  if (p->workers > 1) pthread_mutex_unlock(m);
}

static void **slot(PoolDeque *d, size_t i) { return &d->at[(d->head + i) & (d->cap - 1)]; }

#ifdef DMC_STRESS
enum { FIRST_SLOTS = 2 };
#else
enum { FIRST_SLOTS = 64 };
#endif

static bool make_room(Pool *p, PoolDeque *d) {
  size_t n = look(&d->n), cap = d->cap ? d->cap * 2 : FIRST_SLOTS;
  void **at = mem_alloc(p->mem, cap * sizeof *at);
  if (!at) return false;
  for (size_t i = 0; i < n; i++) at[i] = *slot(d, i);
  mem_free(p->mem, d->at, d->cap * sizeof *at);
  d->at = at;
  d->cap = cap;
  d->head = 0;
  return true;
}

static uint64_t draw(uint64_t *state) {                /* xorshift64*; the state is never 0 */
  *state ^= *state >> 12;
  *state ^= *state << 25;
  *state ^= *state >> 27;
  return *state * 0x2545f4914f6cdd1du >> 11;
}

/* The oldest task of D, or the one its owner takes next; NULL: none. */
static void *take(Pool *p, PoolDeque *d, bool oldest) {
  if (p->workers > 1 && look(&d->n) == 0) return NULL;
  hold(p, &d->lock);
  size_t n = look(&d->n);
  void *task = NULL;
  if (n) {
    void **end = slot(d, oldest ? 0 : n - 1);
    void **pick = d->random ? slot(d, draw(&d->random) % n) : end;
    task = *pick;
    *pick = *end;
    if (oldest) d->head++;
    atomic_store_explicit(&d->n, n - 1, memory_order_relaxed);
    change(p, &p->queued, MINUS_ONE);
  }
  let_go(p, &d->lock);
  return task;
}

/* --- waiting --- */

static void wake(Pool *p, bool all) {
  pthread_mutex_lock(&p->lock);
  if (all) pthread_cond_broadcast(&p->wake);
  else pthread_cond_signal(&p->wake);
  pthread_mutex_unlock(&p->lock);
}

/* Sleeps once; worker 0 at most half a second, after which it shows a sign of life. Holds the lock but while asleep. */
static void doze(Pool *p, unsigned worker) {
  if (worker != 0 || !p->idle) {
    pthread_cond_wait(&p->wake, &p->lock);
    return;
  }
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  t.tv_nsec += 500000000;
  if (t.tv_nsec >= 1000000000) t.tv_sec++, t.tv_nsec -= 1000000000;
  if (pthread_cond_timedwait(&p->wake, &p->lock, &t) == 0) return;
  pthread_mutex_unlock(&p->lock);
  p->idle(p->idle_ctx);
  pthread_mutex_lock(&p->lock);
}

/* Sleeps until there may be a task. False: there will be none. */
static bool await_task(Pool *p, unsigned worker) {
  pthread_mutex_lock(&p->lock);
  atomic_fetch_add(&p->waiting, 1);
  while (!atomic_load(&p->stopped) && atomic_load(&p->queued) == 0 && atomic_load(&p->open) > 0) doze(p, worker);
  atomic_fetch_sub(&p->waiting, 1);
  bool more = !atomic_load(&p->stopped) && atomic_load(&p->open) > 0;
  pthread_mutex_unlock(&p->lock);
  return more;
}

static void *steal(Pool *p, unsigned worker) {
  void *task = NULL;
  for (unsigned i = 1; i < p->workers && !task; i++) task = take(p, &p->deques[(worker + i) % p->workers], true);
  return task;
}

/* --- the interface --- */

static bool open_wake(Pool *p) {
  pthread_condattr_t clock;
  if (pthread_mutex_init(&p->lock, NULL) != 0) return false;
  bool ok = pthread_condattr_init(&clock) == 0;
  if (ok) {
    ok = pthread_condattr_setclock(&clock, CLOCK_MONOTONIC) == 0 && pthread_cond_init(&p->wake, &clock) == 0;
    pthread_condattr_destroy(&clock);
  }
  if (!ok) pthread_mutex_destroy(&p->lock);
  return ok;
}

bool pool_open(Pool *p, Mem *m, unsigned workers, uint64_t shuffle) {
  assert(workers > 0 && (workers == 1 || m->shared));
  *p = (Pool){ .mem = m, .workers = workers };
  p->deques = mem_alloc(m, workers * sizeof *p->deques);
  if (!p->deques) return false;
  if (!open_wake(p)) {
    mem_free(m, p->deques, workers * sizeof *p->deques);
    return false;
  }
  for (unsigned i = 0; i < workers; i++) {
    pthread_mutex_init(&p->deques[i].lock, NULL);      /* with default attributes it cannot fail here */
    if (shuffle) p->deques[i].random = (shuffle + i) * 0x9e3779b97f4a7c15u | 1;
  }
  return true;
}

void pool_close(Pool *p) {
  assert(look(&p->queued) == 0 && "pool_drain before");
  for (unsigned i = 0; i < p->workers; i++) {
    PoolDeque *d = &p->deques[i];
    mem_free(p->mem, d->at, d->cap * sizeof *d->at);
    pthread_mutex_destroy(&d->lock);
  }
  pthread_cond_destroy(&p->wake);
  pthread_mutex_destroy(&p->lock);
  mem_free(p->mem, p->deques, p->workers * sizeof *p->deques);
}

bool pool_push(Pool *p, unsigned worker, void *task) {
  PoolDeque *d = &p->deques[worker];
  hold(p, &d->lock);
  size_t n = look(&d->n);
  bool ok = n < d->cap || make_room(p, d);
  if (ok) {
    *slot(d, n) = task;
    atomic_store_explicit(&d->n, n + 1, memory_order_relaxed);
    change(p, &p->open, 1);
    note_most(p, change(p, &p->queued, 1));
  }
  let_go(p, &d->lock);
  if (ok && p->workers > 1 && atomic_load(&p->waiting)) wake(p, false);
  return ok;
}

void *pool_pop(Pool *p, unsigned worker) {
  for (;;) {
    if (stopped(p)) return NULL;
    void *task = take(p, &p->deques[worker], false);
    if (!task && p->workers > 1) task = steal(p, worker);
    if (task || p->workers == 1) return task;
    if (!await_task(p, worker)) return NULL;
  }
}

void pool_done(Pool *p, unsigned worker) {
  (void)worker;
  assert(look(&p->open) > 0);
  if (change(p, &p->open, MINUS_ONE) == 0 && p->workers > 1) wake(p, true);
}

void pool_stop(Pool *p) {
  if (p->workers == 1) {
    atomic_store_explicit(&p->stopped, true, memory_order_relaxed);
    return;
  }
  atomic_store(&p->stopped, true);
  wake(p, true);
}

void *pool_drain(Pool *p) {
  void *task = NULL;
  for (unsigned i = 0; i < p->workers && !task; i++) task = take(p, &p->deques[i], false);
  if (task) change(p, &p->open, MINUS_ONE);
  return task;
}

size_t pool_open_tasks(const Pool *p) { return look(&p->open); }
size_t pool_most(const Pool *p) { return look(&p->most); }
