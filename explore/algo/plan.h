/* explore/algo/plan.h -- the plan engine: a tree of decisions. It plans whole executions, runs them to the end without
 * interruption and only then analyses them. Shared by dc.c and lazy.c, which differ in what a history is (PlanPolicy).
 *
 *   node        a closed set of events A, always realizable, and an event r whose past is in A: how r comes out is decided here
 *   seen        the histories of r met so far, planned or found impossible. Every execution that contains A gives r exactly one
 *   task        a node and a schedule: a closed set that extends the node's by another history of r
 *   path        the nodes of the present execution, from the root
 *
 * Nothing depends on the order of tasks: depth first holds few of them at a time. Workers share nodes and tasks; each has its
 * own machine, execution and path; machines of a team number threads and choices alike.
 * Owns: all of it, from run->mem. */
#ifndef EXPLORE_ALGO_PLAN_H
#define EXPLORE_ALGO_PLAN_H
#include "explore/algo/clock.h"
#include "explore/algo/hist.h"
#include "explore/team.h"

typedef enum { NODE_EVENT, NODE_LOCK, NODE_CRASH, NODE_FINAL } PlanKind;
#define PLAN_NOBODY 255u
enum { PLAN_FEW = 4, PLAN_SIZES = 32, PLAN_ROUND = 8 };

/* What is decided: how the event (tid, index) comes out; who takes MUTEX after the event (wtid, windex); whether and how
 * the thread crashes there; what `finally` reads. */
typedef struct {
  uint8_t kind;
  VmTid tid, wtid;               /* wtid PLAN_NOBODY: the mutex is free from the start */
  uint32_t index, windex, mutex;
} PlanWhat;

typedef struct PlanNode {
  struct PlanNode *parent;
  uint32_t refs, depth;
  PlanWhat what;
  Hist *seen; uint32_t nseen, cap;           /* open addressing; {0, 0} is free */
  uint8_t busy;                  /* a lock, with several workers */
  Hist few[PLAN_FEW];            /* seen, as long as they are enough */
  uint32_t nclock;
  Clock clock[];                 /* A */
} PlanNode;

typedef struct PlanTask {
  struct PlanTask *next;         /* out of use: the next of its size */
  PlanNode *node;                /* NULL: the first execution */
  double weight;                 /* its share of the whole, for the estimate */
  Hist hist;                     /* dc: of the decided event, as planned */
  uint32_t mode;                 /* the policy's */
  uint32_t n;
  VmAction a[];
} PlanTask;

/* A node of the present execution, in the numbers of this machine. */
typedef struct { PlanNode *node; PlanWhat what; } PlanEntry;

typedef enum { PLAN_GO, PLAN_DROP, PLAN_SKIP /* the rest of the task's actions */, PLAN_STOP } PlanAnswer;
typedef struct Plan Plan;
typedef struct {
  bool (*before)(Plan *pl, VmTid tid);                 /* TID is about to step. False: no memory */
  bool (*push)(Plan *pl, const VmEvent *ev);           /* likewise */
  void (*pop)(Plan *pl, uint32_t to);
  PlanAnswer (*step)(Plan *pl, VmAction a);            /* may the task's next action be taken? NULL: always */
  PlanAnswer (*arrived)(Plan *pl);                     /* the task's actions were run */
  PlanAnswer (*ending)(Plan *pl);                      /* nothing can run: is this the end? DROP: another task took its place */
  bool (*crashed)(Plan *pl, VmTid tid, uint32_t index);        /* is that event, in this execution, a crash? */
  bool (*end)(Plan *pl);                               /* the run has ended and was counted: nodes and tasks. False: no memory */
} PlanPolicy;

struct Plan {
  ExRun *run;
  const PlanPolicy *policy;
  PlanTask *task; uint32_t at;   /* being run; at: actions taken of it */
  bool arrived;
  PlanEntry *path; size_t npath, path_cap;
  Clock *sets; size_t sets_cap;  /* per entry of the path: A, in the numbers of this machine */
  uint32_t stride;
  size_t scanned;                /* entries of the path below this were analysed with the events below LOW */
  uint32_t low;
  Clock *done; size_t done_cap;  /* A of the execution: what is decided so far */
  PlanTask **fresh; size_t nfresh, fresh_cap;          /* tasks found in this run, not yet handed out */
  bool crashes;                  /* the program has them */
  uint32_t nocrash[VM_MAX_THREADS + 1];      /* so many events of the thread come without a crash, as decided */
  /* Nodes and tasks that are out of use wait here for the next ones: memory is asked for seldom, and workers then do not meet
   * at its counters. Tasks by size, in steps of PLAN_ROUND actions. */
  PlanNode *spare_nodes;
  PlanTask *spare_tasks[PLAN_SIZES];
  void *more;                    /* the policy's own */
};

bool plan_open(ExRun *run, const PlanPolicy *policy);
void plan_close(ExRun *run);
void plan_team_close(ExTeam *team);          /* ExAlgo.team_close */
ExMove plan_next(ExRun *run);
bool plan_took(ExRun *run, const VmEvent *ev);

/* Appends a node to the path, with A = pl->done. HIST: what came out in this run. False: no memory. */
bool plan_node(Plan *pl, PlanWhat what, Hist hist);
/* A crash is decided before the event INDEX it replaces: appends a node unless the path has decided it. HIST: plan_no_crash, or of
 * the crash. plan_crashes learns what the path has decided. */
extern const Hist plan_no_crash;
bool plan_crash_node(Plan *pl, VmTid tid, uint32_t index, Hist hist);
void plan_crashes(Plan *pl);
/* Marks HIST as seen at NODE. True: it was. *OK false: no memory. */
bool plan_seen(Plan *pl, PlanNode *node, Hist hist, bool *ok);
/* A task for NODE with room for N actions, to be filled and handed to plan_add. NULL: no memory. */
PlanTask *plan_task(Plan *pl, PlanNode *node, uint32_t n);
bool plan_add(Plan *pl, PlanTask *t);
bool plan_wide(Plan *pl, uint32_t threads);  /* rows have room for so many threads. False: no memory */
static inline Clock *plan_set(const Plan *pl, size_t entry) { return pl->sets + entry * pl->stride; }
#endif
