/* explore/team.c -- see team.h. */
#include "explore/team.h"
#include <string.h>

/* Counters that worker 0 shows while the others count on; each worker publishes its own now and then. */
typedef enum { SHOW_EXECUTIONS, SHOW_BLOCKED, SHOW_REDUNDANT, SHOW_STATES, SHOW_STEPS, SHOW_DEPTH, SHOW_DROPPED, SHOW_DONE, SHOW_COUNT } Shown;

typedef struct ExWorker {
  ExRun run;
  ExResult result;
  Arena arena;
  pthread_t thread;
  atomic_ullong shown[SHOW_COUNT];
} ExWorker;

/* --- tasks and stops --- */

void *team_pop(ExRun *run) {
  void *task = pool_pop(&run->team->pool, run->worker);
  if (task && !vm_catch_up(run->vm)) ex_stop(run, "memory");       /* the task is the caller's all the same */
  return task;
}

void team_halt(ExRun *run) {
  ExTeam *t = run->team;
  run->stop = true;
  if (!t || !t->opened) return;
  if (!atomic_load_explicit(&t->stop, memory_order_relaxed) && !atomic_exchange(&t->stop, true)) t->stopper = run;
  pool_stop(&t->pool);
}

/* --- signs of life --- */

static void publish(ExWorker *w) {
  const ExStats *s = &w->result.stats;
  uint64_t done;
  memcpy(&done, &s->done, sizeof done);
  const uint64_t now[SHOW_COUNT] = { s->executions, s->blocked, s->redundant, s->states, s->steps, s->depth, s->dropped, done };
  for (int i = 0; i < SHOW_COUNT; i++) atomic_store_explicit(&w->shown[i], now[i], memory_order_relaxed);
}

static void add_shown(ExStats *sum, ExWorker *w) {
  uint64_t v[SHOW_COUNT];
  double done;
  for (int i = 0; i < SHOW_COUNT; i++) v[i] = atomic_load_explicit(&w->shown[i], memory_order_relaxed);
  memcpy(&done, &v[SHOW_DONE], sizeof done);
  sum->executions += v[SHOW_EXECUTIONS];
  sum->blocked += v[SHOW_BLOCKED];
  sum->redundant += v[SHOW_REDUNDANT];
  sum->states += v[SHOW_STATES];
  sum->steps += v[SHOW_STEPS];
  sum->dropped += v[SHOW_DROPPED];
  sum->done += done;
  if (v[SHOW_DEPTH] > sum->depth) sum->depth = v[SHOW_DEPTH];
}

/* The listener sees worker 0 with the counters of all. */
static void show(const ExRun *run) {
  const ExLimits *l = run->limits;
  ExTeam *t = run->team;
  ExResult all = *run->result;
  ExRun seen = *run;
  seen.result = &all;
  for (unsigned i = 0; i < t->started_others; i++) add_shown(&all.stats, &t->others[i]);
  all.stats.open = pool_open_tasks(&t->pool);
  l->progress(l->progress_ctx, &seen);
}

void team_look(ExRun *run) {
  ExTeam *t = run->team;
  if (!t) return;
  if (atomic_load_explicit(&t->stop, memory_order_relaxed)) run->stop = true;
  if (run->worker) publish(&t->others[run->worker - 1]);
  else if (run->limits->progress) show(run);
}

static void look_idle(void *run) { run_look_up(run); }

/* --- the workers --- */

static void *work(void *arg) {
  ExRun *run = arg;
  bool opened = run_open(run);
  if (opened && !run->algo->open(run)) ex_stop(run, "memory");
  if (opened && !run->stop) run_loop(run);
  run_close(run, opened);
  return NULL;
}

void team_start(ExTeam *t, ExRun *first) {
  t->pool.idle = look_idle;                            /* worker 0 looks up also while it has nothing to do */
  t->pool.idle_ctx = first;
  for (unsigned i = 1; i < t->n; i++) {
    ExWorker *w = &t->others[i - 1];
    arena_init(&w->arena);
    run_init(&w->run, t, i, NULL, &w->arena, &w->result);
  }
  for (; t->started_others + 1 < t->n; t->started_others++) {      /* fewer than asked for will do */
    ExWorker *w = &t->others[t->started_others];
    if (pthread_create(&w->thread, NULL, work, &w->run) != 0) break;
  }
}

void team_join(ExTeam *t) {
  for (unsigned i = 0; i < t->started_others; i++) pthread_join(t->others[i].thread, NULL);
}

static bool open_parts(ExTeam *t) {
  t->opened = pool_open(&t->pool, t->mem, t->n, t->limits->shuffle);
  if (!t->opened) return false;
  if (t->n > 1) t->others = mem_alloc(t->mem, (t->n - 1) * sizeof *t->others);
  if (t->n > 1 && !t->others) return false;
  return !t->algo->team_open || t->algo->team_open(t);
}

bool team_open(ExTeam *t, const BcProgram *p, const ExAlgo *algo, const ExLimits *l, Mem *m) {
  bool several = algo->promises & EX_PARALLEL && l->jobs > 1;
  *t = (ExTeam){ .n = several ? l->jobs : 1, .program = p, .algo = algo, .limits = l, .mem = m, .started = ex_now() };
  m->shared = several;
  pthread_mutex_init(&t->lock, NULL);
  return open_parts(t);
}

void team_close(ExTeam *t) {
  if (t->opened && t->algo->team_close) t->algo->team_close(t);
  if (t->opened) pool_close(&t->pool);
  vm_numbers_free(t->numbers);
  if (t->others) mem_free(t->mem, t->others, (t->n - 1) * sizeof *t->others);
  pthread_mutex_destroy(&t->lock);
}

/* --- one result of many --- */

static void add_stats(ExStats *sum, const ExStats *s) {
  sum->executions += s->executions;
  sum->blocked += s->blocked;
  sum->redundant += s->redundant;
  sum->states += s->states;
  sum->nodes += s->nodes;
  sum->steps += s->steps;
  sum->finals += s->finals;
  sum->dropped += s->dropped;
  sum->done += s->done;
  if (s->depth > sum->depth) sum->depth = s->depth;
}

/* A limit that stopped the search is the one to name; of those that only cut, one that does not depend on who met it. */
static void merge_limit(ExResult *all, const ExResult *r, bool stopped_it) {
  bool earlier = r->limit && (!all->limit || strcmp(r->limit, all->limit) < 0);
  if (!stopped_it && !earlier) return;
  all->limit = r->limit;
  all->limit_help = r->limit_help;
}

static bool found(const ExResult *r, const ExLimits *l) {
  return r->findings.count || (l->races == LEVEL_ERROR && r->races.count) || (l->unread == LEVEL_ERROR && r->unread.count);
}

/* A search that ends at its first finding shows that one, not what others came upon while they were told. */
static bool too_late(const ExTeam *t, const ExRun *run) {
  return !t->limits->all && t->stopper && t->stopper != run && found(t->stopper->result, t->limits);
}

static void drop_failures(ExResult *r, const ExLimits *l) {
  find_init(&r->findings);
  if (l->races == LEVEL_ERROR) find_init(&r->races);
  if (l->unread == LEVEL_ERROR) find_init(&r->unread);
}

static void merge_one(ExTeam *t, ExResult *all, ExWorker *w) {
  ExResult *r = &w->result;
  add_stats(&all->stats, &r->stats);
  if (too_late(t, &w->run)) drop_failures(r, t->limits);
  find_unite(&all->findings, &r->findings, true);
  find_unite(&all->races, &r->races, false);
  find_unite(&all->unread, &r->unread, false);
  for (uint32_t i = 0; i < t->program->ncovers; i++) all->covered[i] |= r->covered[i];
  for (uint32_t i = 0; i < t->program->ncode; i++) all->executed[i] |= r->executed[i];
  all->complete = all->complete && r->complete;
  if (!t->stopper || t->stopper == &w->run) merge_limit(all, r, t->stopper != NULL);
}

void team_merge(ExTeam *t, ExRun *first) {
  ExResult *all = first->result;
  if (too_late(t, first)) drop_failures(all, t->limits);
  for (unsigned i = 0; i < t->started_others; i++) merge_one(t, all, &t->others[i]);
  for (unsigned i = 0; i < t->started_others; i++) arena_absorb(first->arena, &t->others[i].arena);
  for (unsigned i = t->started_others; t->others && i + 1 < t->n; i++) arena_deinit(&t->others[i].arena);
  if (t->n > 1) {
    find_sort(&all->findings);
    find_sort(&all->races);
    find_sort(&all->unread);
  }
  if (t->opened && pool_most(&t->pool) > all->stats.tasks) all->stats.tasks = pool_most(&t->pool);
}
