/* explore/team.h -- the workers of one search (--jobs n). Each has an ExRun of its own: machine, path, arena, result. They
 * share the memory, a pool of tasks, the numbering of threads and choices (vm/numbers.c), and what the algorithm puts into
 * `shared`. A search without --jobs is a team of one; then no lock is taken and nothing is atomic that costs.
 *
 * Worker 0 is the calling thread. It opens first and arrives in the initial state; the others start after that, stand in the
 * initial state too, and ask for tasks (team_pop): so when worker 0's `open` returns, a task has been
 * pushed, or worker 0 holds one (pool_hold). A task may hold schedules and thread numbers as they are; it must not hold
 * values (messages, matchers), whose handles belong to one machine.
 * A stop anywhere stops all. Afterwards the results become one (team_merge).
 * Owns: the pool, the other workers.  Borrows: program, algorithm, limits, Mem. */
#ifndef EXPLORE_TEAM_H
#define EXPLORE_TEAM_H
#include "explore/pool.h"
#include "explore/run.h"

struct ExWorker;
typedef struct ExTeam {
  unsigned n;                    /* workers */
  const BcProgram *program;
  const ExAlgo *algo;
  const ExLimits *limits;
  Mem *mem;
  Pool pool;
  VmNumbers *numbers;            /* NULL in a team of one */
  void *shared;                  /* the algorithm's, from team_open to team_close */
  pthread_mutex_t lock;          /* for it, where the algorithm has no better one */
  double started;
  atomic_bool stop;
  const ExRun *stopper;          /* who stopped first; read when all have ended */
  struct ExWorker *others; unsigned started_others;
  bool opened;
} ExTeam;

/* The next task for this worker, with its machine ready to run what others numbered. NULL: nothing is left, or the search
 * stops: the algorithm answers EX_DONE. */
void *team_pop(ExRun *run);
/* Several workers only: the algorithm's own critical sections. */
static inline void team_lock(ExTeam *t) {
  if (t->n > 1) pthread_mutex_lock(&t->lock);
}
static inline void team_unlock(ExTeam *t) {
  if (t->n > 1) pthread_mutex_unlock(&t->lock);
}

/* --- for run.c --- */

bool team_open(ExTeam *t, const BcProgram *p, const ExAlgo *algo, const ExLimits *l, Mem *m);   /* false: no memory; close anyway */
void team_start(ExTeam *t, ExRun *first);            /* the other workers */
void team_join(ExTeam *t);
void team_merge(ExTeam *t, ExRun *first);            /* the others' results into the one of worker 0 */
void team_close(ExTeam *t);
void team_halt(ExRun *run);                          /* RUN stops, and with it everybody */
void team_look(ExRun *run);                          /* now and then: notices a stop, shows its counters, and worker 0 calls limits->progress */

/* run.c, for team.c and sim.c: one worker's machine and parts. */
void run_init(ExRun *run, ExTeam *t, unsigned worker, void *self, Arena *a, ExResult *result);
bool run_open(ExRun *run);                           /* false: no memory, and RUN has stopped */
bool run_begin(ExRun *run);                          /* arrives in the initial state; false: there is nothing to run */
void run_step(ExRun *run, VmTid tid, uint32_t choice);           /* one step with all that is looked at after it; requires: enabled */
void run_back(ExRun *run, uint32_t depth);           /* to an earlier state of the path; what is enabled there is not asked */
void run_loop(ExRun *run);
void run_close(ExRun *run, bool opened);
void run_look_up(ExRun *run);                        /* the clock, Ctrl-C, team_look */
#endif
