/* explore/run.h -- the search: one loop that every algorithm shares, and what it knows.
 * Owns: the machine, the path, the counting Mem.  Borrows: the program and the result's arena. */
#ifndef EXPLORE_RUN_H
#define EXPLORE_RUN_H
#include <stdatomic.h>
#include "explore/algo.h"
#include "explore/findings.h"

typedef enum { LEVEL_OFF, LEVEL_COUNT, LEVEL_LIST, LEVEL_ERROR } ExLevel;
typedef enum { KEEP_STATES, KEEP_HASHES } ExStoreKind;         /* of a state: all of it, or a hash, which may take two for one */
typedef enum { LASSO_OFF, LASSO_ANY, LASSO_FAIR } ExLasso;     /* endless runs: nobody asks; any; those of a fair scheduler */

/* A node of a reduced state graph whose successors are all known; the machine stands in its state. */
typedef struct {
  const VmAction *edges; size_t nedges;      /* to nodes of the graph, in the order taken */
  const VmAction *sleep; size_t nsleep;      /* runs that begin with these are met elsewhere; by tid, then choice */
} ExExpanded;

/* What bounds and directs a search; the part of the command line that explore needs. */
typedef struct {
  bool all;                      /* keep going after a finding */
  bool no_deadlock;
  bool bfs;
  bool object_dep;               /* stateful reductions: whatever touches a common object is dependent, reads too (--dep=object) */
  bool paths;                    /* stateful reductions: count the paths of the graph */
  ExStoreKind store;
  ExLasso lasso;                 /* stateful:reach: look for runs that never end (--progress) */
  ExLevel races, unread;
  int64_t depth;                 /* steps in a run; -1: none */
  int64_t preemptions;           /* -1: none */
  uint64_t events;               /* steps in a run of a stateless engine; 0: none */
  uint64_t samples;              /* random walks */
  uint32_t pct;                  /* 0: uniform */
  uint64_t seed;
  uint32_t jobs;                 /* workers, for algorithms with EX_PARALLEL; 0 and 1: one */
  uint64_t shuffle;              /* plan engines: tasks in an order drawn from this seed; 0: depth first */
  double seconds;                /* 0: none */
  size_t bytes;                  /* 0: none */
  uint64_t states;               /* 0: none */
  bool keep_path;                /* the result holds the last path */
  const VmNumbering *numbering;  /* to adopt; NULL: none */
  const char *const *sync; size_t nsync;     /* names of variables meant for synchronisation */
  void (*progress)(void *ctx, const ExRun *run); void *progress_ctx;    /* called now and then, by worker 0 with everybody's counters; NULL: nobody */
  /* Called at the end of every run counted as execution or blocked, by the worker that made it: with jobs also several at once. */
  void (*ended)(void *ctx, ExRun *run); void *ended_ctx;
  void (*expanded)(void *ctx, ExRun *run, const ExExpanded *node); void *expanded_ctx;   /* stateful reductions: each node, once */
} ExLimits;

typedef struct ExStats {
  uint64_t executions, blocked, redundant, states, steps;
  uint64_t finals;               /* runs of `finally`, or terminal states without one */
  uint64_t nodes;                /* stateful reductions: states with their sleep sets */
  uint64_t depth;                /* longest run */
  uint64_t tasks;                /* plan engines: planned and waiting, at most */
  uint64_t dropped;              /* plan engines: plans that turned out to be known, or impossible */
  double done;                   /* share of the search that is finished, as far as is known: 0 .. 1; 0: nothing is */
  bool grows;                    /* of a search that still finds out what there is to do: DONE is too much */
  uint64_t open;                 /* for progress: tasks waiting or being worked on */
  uint64_t waiting;              /* for progress: states known and not yet expanded; 0: nobody knows */
  double seconds;
  size_t bytes;                  /* at most in use */
} ExStats;

typedef struct {
  ExFindings findings;           /* what fails the model */
  ExFindings races, unread;      /* listed, or part of the verdict when their level is error */
  const char *algorithm;
  bool complete;                 /* everything was visited */
  const char *limit;             /* what ended the search early: time, memory, depth, ...; NULL: nothing or a finding */
  const char *limit_help;        /* a line for the user, or NULL */
  const char *paths;             /* limits->paths: maximal paths of the reduced graph, in decimal; NULL: not counted */
  bool *covered;                 /* per cover of the program */
  uint8_t *executed;             /* per instruction */
  VmAction *path; size_t npath;  /* with keep_path */
  const VmNumbering *numbering;
  ExStats stats;
} ExResult;

typedef enum { END_NONE, END_TERMINAL, END_DEADLOCK, END_FAILED, END_BLOCKED } ExEnd;

/* A step of the path: the mark goes back to the state before it. */
typedef struct { VmMark mark; VmAction action; bool stuck; /* a guard that failed: it changed nothing */ } ExFrame;

struct ExRaces;
struct ExTeam;
struct ExRun {
  const BcProgram *program;
  const ExAlgo *algo;
  const ExLimits *limits;
  VmState *vm;
  Mem *mem;
  void *self;                    /* the algorithm's, for this worker */
  struct ExTeam *team;           /* the workers of this search (team.h); NULL in tests without one */
  unsigned worker;               /* which of them this is; 0 began */

  uint32_t depth, path_cap;
  ExFrame *path;                 /* path[0 .. depth-1] */
  uint64_t base;                 /* distance of the path's start from the initial state (EX_LOAD) */
  /* With EX_NEEDS_TRACE. */
  VmEvent *trace; uint32_t trace_cap;
  uint32_t index[VM_MAX_THREADS + 1];        /* events of each thread on the path */
  VmAcc *accs; size_t naccs, accs_cap;       /* pools the trace points into, used as stacks */
  VmOp *ops; size_t nops, ops_cap;

  /* The present state, after EX_STEP to a new state, EX_LOAD and at the start. */
  const VmAction *enabled;       /* crash choices come last of a thread; valid until the next call on the machine */
  size_t nenabled, ncrashes;
  ExEnd end;                     /* how the run ended, when only crashes are left */
  bool cut;                      /* the run met a depth or event limit: take no step here */
  bool known;                    /* ex_look was called in the present state */
  struct { const uint8_t *bytes; size_t len; uint64_t base; } load;      /* argument of EX_LOAD */

  bool stop;                     /* set by ex_stop, a finding, or another worker: the loop ends */
  bool again;                    /* in EX_AGAIN: what is found is known */
  bool pruned;                   /* an algorithm left something out on account of a limit */
  uint64_t *watch;               /* per location: which properties read it; NULL: none to check */
  struct ExRaces *races;         /* NULL: nobody asks, or all is known */
  bool races_pending;            /* races are pairs of pending accesses, not unordered ones */
  uint8_t *unread_known;         /* per (message, thread); NULL: nobody asks */
  Word *mail; size_t nmail, mail_cap;        /* mailbox of the stepping thread before the step */
  uint32_t countdown, patience;  /* moves until the next look at the clock, and between two */
  double started, looked;
  Arena *arena;
  ExResult *result;
};

/* Searches P with ALGO within L. Texts and lists of *RESULT live in A. */
void ex_run(const BcProgram *p, const ExAlgo *algo, const ExLimits *l, Arena *a, ExResult *result);
/* The same with an algorithm that finds SELF in run->self already: a replay of what SELF holds. */
void ex_replay(const BcProgram *p, const ExAlgo *algo, void *self, const ExLimits *l, Arena *a, ExResult *result);

/* For algorithms with EX_ASKS: fills run->enabled, and run->end where only crashes are left. Once in a new state. */
void ex_look(ExRun *run);
/* The same where the algorithm knows that at most crashes are enabled. */
void ex_end(ExRun *run);
/* For algorithms, in long work between two moves: looks at the clock now and then. True: the search has ended. */
bool ex_tick(ExRun *run);
/* For algorithms: ends the search on account of a limit. */
void ex_stop(ExRun *run, const char *limit);
/* Notes that something was left out on account of LIMIT; the search goes on and is incomplete. */
void ex_prune(ExRun *run, const char *limit);
/* Records a finding at the present state, with EXTRA more actions after the schedule. */
void ex_find(ExRun *run, ExFindings *list, ExFinding *like, const VmAction *extra, size_t nextra);
size_t ex_schedule(ExRun *run, VmAction *out);
double ex_now(void);

/* Ctrl-C: the first asks for a verdict with the counts so far. */
extern atomic_int ex_interrupted;

/* explore/props.c */
bool props_open(ExRun *run);
void props_close(ExRun *run);
uint64_t props_touched(const ExRun *run, const VmEvent *ev);   /* those whose variables EV wrote; NULL: all of them */
void props_check(ExRun *run, uint64_t touched);      /* in a new state; TOUCHED by the step that led there */
/* explore/ends.c */
void end_classify(ExRun *run);                       /* sets run->end and reports it; requires: no action but crashes */
void end_fault(ExRun *run, bool finally);            /* findings from vm_faults */
void end_loop_help(ExRun *run);                      /* names the loop that made a run too long */
void end_hashed(ExRun *run, size_t states);          /* a search is done that kept hashes of so many: never complete, and how nearly */
/* explore/unread.c */
bool unread_open(ExRun *run);
void unread_close(ExRun *run);
void unread_before(ExRun *run, VmTid tid);           /* remembers the mailbox of the thread that steps next */
void unread_after(ExRun *run, const VmEvent *ev);    /* sends to ended threads, mail left by a thread that ends */
void unread_end(ExRun *run);                         /* mail left in mailboxes at the end of a run */
void unread_forget(ExRun *run);                      /* what was reported is reported again where it is met again */
#endif
