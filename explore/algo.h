/* explore/algo.h -- the line between the search loop and the algorithms.
 *
 * The loop (run.c) owns the machine and the path from the initial state to the present one. It asks `next` what to do
 * and does it. An answer is
 *   EX_STEP   run the action (tid, choice), which must be enabled;
 *   EX_AGAIN  the same where some worker has taken this step before: nothing is counted or reported, `took` hears of it and
 *             is not asked;
 *   EX_BACK   return to the state at `depth` of the present path;
 *   EX_CUT    the same, where the algorithm itself cut the run it leaves (a sleep set); it is counted as redundant;
 *   EX_LOAD   go to a stored state: run->load holds bytes of vm_encode; the path becomes empty and run->base the
 *             state's distance from the initial one;
 *   EX_DONE   nothing is left.
 * After a step the loop reports failures and calls `took` with the event, whose acc and ops are valid until the next
 * call on the machine. `took` says whether the state is new: of a known state the loop computes nothing more. Of a new
 * one it checks the properties and fills run->enabled, run->end and run->cut before it calls `next` again; for an algorithm
 * that asks itself (EX_ASKS) it leaves that to ex_look and ex_end.
 *
 * With --jobs there is one ExRun a worker and all of this happens in each of them (team.h).
 *
 * An algorithm keeps its own data in run->self, takes memory from run->mem only, and after a refusal returns false
 * from `open` or calls ex_stop(run, "memory").
 *
 * Step engines (naive, dpor, source, optimal, observers) answer STEP and BACK; those that reduce keep the events with their
 * order themselves (algo/hb.h). Plan engines (lazy, dc) answer BACK to the longest common prefix and STEP along their plan.
 * Graph engines (stateful) answer STEP and BACK depth first, or LOAD breadth first. */
#ifndef EXPLORE_ALGO_H
#define EXPLORE_ALGO_H
#include "vm/vm.h"

typedef struct ExRun ExRun;

typedef enum { EX_STEP, EX_AGAIN, EX_BACK, EX_CUT, EX_LOAD, EX_DONE } ExMoveKind;
typedef struct {                 /* four whole words, so that it travels in two registers */
  uint32_t kind;                 /* ExMoveKind */
  uint32_t tid, choice;          /* EX_STEP, EX_AGAIN */
  uint32_t depth;                /* EX_BACK, EX_CUT */
} ExMove;

enum {                           /* ExAlgo.promises */
  EX_COMPLETE = 1,               /* ending with EX_DONE, it has met every finding (but see the limits of the options) */
  EX_OPTIMAL = 2,                /* one execution per class, none redundant */
  EX_STATEFUL = 4,               /* stores states; cyclic state spaces end; executions are end states */
  EX_PREEMPTIONS = 8,            /* knows --preemptions */
  EX_DEPTH = 16,                 /* --depth means what it says */
  EX_INVARIANTS = 32,            /* visits every state an invariant or cover can tell apart */
  EX_PARALLEL = 64,              /* knows --jobs */
  EX_REDUCED = 128               /* stateful, and leaves states out: races cannot be seen in those it meets */
};
enum {                           /* ExAlgo.needs */
  EX_NEEDS_FOOTPRINTS = 2,       /* events come with the wait sets of their choices */
  EX_FAILING_GUARDS = 8,         /* guards are failing reads (vm_failing_guards), receives carry their matchers */
  EX_KEEP_WAITS = 16,            /* and keep the wait sets of choices (vm_keep_waits); a run with a pruned guard is blocked, whatever failed */
  EX_LENIENT = 32,               /* a step that is not enabled is left out: `took` does not hear of it */
  EX_ASKS = 4,                   /* run->enabled and run->end are only filled when the algorithm calls ex_look */
  EX_NEEDS_TRACE = 1             /* run->trace[0 .. depth-1] holds the events of the path */
};

struct ExTeam;
struct ExStats;
typedef struct ExAlgo {
  const char *name;
  unsigned promises, needs;
  bool (*open)(ExRun *run);                          /* the machine stands at the initial state; false: no memory */
  ExMove (*next)(ExRun *run);
  bool (*took)(ExRun *run, const VmEvent *ev);       /* false: this state is known */
  void (*close)(ExRun *run);                         /* returns all memory; also called after a failed open */
  /* Actions from the initial state to the present one into OUT (NULL: only count); returns how many.
   * NULL: run->path is the whole way. */
  size_t (*schedule)(ExRun *run, VmAction *out);
  /* With failing guards: might a stuck thread of this run, which has ended, have gone on? Then it is no real end. NULL: never. */
  bool (*pruned)(ExRun *run);
  /* For progress: fills in stats.done and stats.waiting where the search does not keep them. Called a few times a second, and only of a
   * search with one worker. NULL: nothing to add. */
  void (*look)(const ExRun *run, struct ExStats *s);
  /* What the workers share (team->shared): before the first `open`; false: no memory. After the last `close`, also when
   * team_open failed; gives back what is left in the pool. NULL: nothing. */
  bool (*team_open)(struct ExTeam *team);
  void (*team_close)(struct ExTeam *team);
} ExAlgo;

/* May a run of P go on for ever? Loops that --loop bounds do not count. */
static inline bool ex_may_loop(const BcProgram *p) { return p->has_loop && p->loop_bound < 0; }

/* One line of algorithms.def. */
typedef struct { const char *name; const ExAlgo *algo; const char *paper, *help; } ExAlgoEntry;
extern const ExAlgoEntry ex_algorithms[];
extern const size_t ex_algorithm_count;
const ExAlgoEntry *ex_algorithm(const char *name);   /* NULL: unknown */

static inline ExMove ex_step(VmAction a) { return (ExMove){ .kind = EX_STEP, .tid = a.tid, .choice = a.choice }; }
static inline ExMove ex_again(VmAction a) { return (ExMove){ .kind = EX_AGAIN, .tid = a.tid, .choice = a.choice }; }
static inline ExMove ex_back(uint32_t depth) { return (ExMove){ .kind = EX_BACK, .depth = depth }; }
static inline ExMove ex_done(void) { return (ExMove){ .kind = EX_DONE }; }
#endif
