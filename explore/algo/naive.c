/* explore/algo/naive.c -- every interleaving, depth first, no memory of states.
 * The judge of the other algorithms: what it finds is what there is. Going back is the machine's undo.
 * With --jobs a worker that sees somebody wait gives away the untried actions of its oldest node, which is where the largest
 * part of its work is: the way to the node and the actions are a task. Whoever takes it goes the way again, uncounted, and
 * searches below the node as if it had come to it by itself. So each run is made once, and all counts are those of one worker. */
#include <string.h>
#include "explore/algo/nodes.h"
#include "explore/team.h"

extern const ExAlgo ex_naive;

typedef struct {
  Node node;                                 /* next, end: counts from 0 */
  uint32_t nway, nactions;
  VmAction actions[];                        /* the way to the node, then what to try there */
} Task;

typedef struct {
  Nodes nodes;
  bool arrived;
  Task *task;                                /* whose way is being gone; NULL: none */
  bool busy;                                 /* a task of the pool is open on this worker's account */
} Naive;

static size_t task_size(const Task *t) { return sizeof *t + (t->nway + t->nactions) * sizeof *t->actions; }
static void task_free(Mem *m, Task *t) { mem_free(m, t, task_size(t)); }

static Task *task_new(ExRun *run, uint32_t nway, uint32_t nactions) {
  Task *t = mem_alloc(run->mem, sizeof *t + (nway + nactions) * sizeof *t->actions);
  if (!t) return NULL;
  t->nway = nway;
  t->nactions = nactions;
  return t;
}

/* --- giving --- */

/* The oldest node with something left to give: of the present one this worker keeps an action for itself. NULL: none. */
static Node *to_give(Nodes *ns, uint32_t *at, uint32_t *n) {
  for (*at = 0; *at < ns->n; ++*at) {
    Node *node = &ns->at[*at];
    uint32_t left = node->end - node->next;
    *n = *at + 1 == ns->n && left ? left - 1 : left;
    if (*n) return node;
  }
  return NULL;
}

/* Without memory for the task the work stays here. */
static void give(ExRun *run, Nodes *ns) {
  uint32_t at, n;
  Node *node = to_give(ns, &at, &n);
  Task *t = node ? task_new(run, ns->base + at, n) : NULL;
  if (!t) return;
  t->node = *node;
  for (uint32_t i = 0; i < t->nway; i++) t->actions[i] = run->path[i].action;
  memcpy(t->actions + t->nway, ns->actions + node->end - n, n * sizeof *t->actions);
  if (pool_push(&run->team->pool, run->worker, t)) node->end -= n;
  else task_free(run->mem, t);
}

/* --- taking --- */

static void finish(ExRun *run, Naive *n) {
  if (n->busy) pool_done(&run->team->pool, run->worker);
  n->busy = false;
}

/* The task's node is the only one on the stack. */
static bool begin(ExRun *run, Nodes *ns, const Task *t) {
  ns->n = 0;
  ns->base = t->nway;
  if (!nodes_room(ns, run, t->nactions)) return false;
  ns->at[0] = t->node;
  ns->at[0].next = 0;
  ns->at[0].end = t->nactions;
  memcpy(ns->actions, t->actions + t->nway, t->nactions * sizeof *t->actions);
  ns->n = 1;
  return true;
}

/* One move closer to the task's node: back to where the ways part, then along its way. */
static ExMove approach(ExRun *run, Naive *n) {
  Task *t = n->task;
  uint32_t common = 0;
  while (common < run->depth && common < t->nway && run->path[common].action.tid == t->actions[common].tid &&
         run->path[common].action.choice == t->actions[common].choice) common++;
  if (common < run->depth) return ex_back(common);
  if (common < t->nway) return ex_again(t->actions[common]);
  if (!begin(run, &n->nodes, t)) ex_stop(run, "memory");
  task_free(run->mem, t);
  n->task = NULL;
  return run->stop ? ex_done() : nodes_next(&n->nodes, run);
}

static ExMove take(ExRun *run, Naive *n) {
  finish(run, n);
  n->task = team_pop(run);
  n->busy = n->task != NULL;
  if (!n->task || run->stop) return ex_done();
  return approach(run, n);
}

/* --- searching --- */

static bool open(ExRun *run) {
  Naive *n = run->self = mem_alloc(run->mem, sizeof *n);
  if (!n) return false;
  n->nodes.last = NOBODY;
  n->nodes.share = 1;
  n->arrived = run->worker == 0;
  n->busy = n->arrived;
  if (n->busy) pool_hold(&run->team->pool);  /* the whole search is the first task */
  return true;
}

static ExMove next(ExRun *run) {
  Naive *n = run->self;
  Nodes *ns = &n->nodes;
  if (n->task) return approach(run, n);
  if (n->arrived) {
    if (!nodes_push(ns, run)) {
      ex_stop(run, "memory");
      return ex_done();
    }
    if (ns->at[ns->n - 1].next == ns->at[ns->n - 1].end) run->result->stats.done += ns->share;
    else if (pool_hungry(&run->team->pool)) give(run, ns);
  }
  n->arrived = false;
  ExMove m = nodes_next(ns, run);
  return m.kind == EX_DONE ? take(run, n) : m;
}

static bool took(ExRun *run, const VmEvent *ev) {
  (void)ev;
  ((Naive *)run->self)->arrived = !run->again;
  return true;
}

static void close(ExRun *run) {
  Naive *n = run->self;
  if (!n) return;
  if (n->task) task_free(run->mem, n->task);
  finish(run, n);
  nodes_deinit(&n->nodes, run);
  mem_free(run->mem, n, sizeof *n);
}

static void give_back(ExTeam *team) {
  for (Task *t; (t = pool_drain(&team->pool));) task_free(team->mem, t);
}

const ExAlgo ex_naive = {
  .name = "naive",
  .promises = EX_COMPLETE | EX_PREEMPTIONS | EX_DEPTH | EX_INVARIANTS | EX_PARALLEL,
  .open = open, .next = next, .took = took, .close = close, .team_close = give_back,
};
