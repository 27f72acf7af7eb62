/* explore/algo/share.c -- see share.h. */
#include "explore/algo/share.h"
#include <string.h>

#define WORTH 8                      /* steps of a way that one given action is worth: bounds what giving costs */

typedef struct ShareTask {
  uint32_t nway, nnodes, nactions;
  /* In one block with the task: the way to the last node, the nodes (next, end: indices of `left`), what is left to try. */
  Node *nodes;
  VmAction *way, *left;
} Task;

static size_t task_size(uint32_t nway, uint32_t nnodes, uint32_t nactions) {
  return sizeof(Task) + nnodes * sizeof(Node) + ((size_t)nway + nactions) * sizeof(VmAction);
}

static void task_free(Mem *m, Task *t) { mem_free(m, t, task_size(t->nway, t->nnodes, t->nactions)); }

static Task *task_new(ExRun *run, uint32_t nway, uint32_t nnodes, uint32_t nactions) {
  Task *t = mem_alloc(run->mem, task_size(nway, nnodes, nactions));
  if (!t) return NULL;
  *t = (Task){ .nway = nway, .nnodes = nnodes, .nactions = nactions, .nodes = (Node *)(t + 1) };
  t->way = (VmAction *)(t->nodes + nnodes);
  t->left = t->way + nway;
  return t;
}

/* --- giving --- */

/* What NODE can give: of the present one this worker keeps an action for itself. */
static uint32_t spare(const Nodes *ns, uint32_t at) {
  uint32_t left = ns->at[at].end - ns->at[at].next;
  return at + 1 == ns->n && left ? left - 1 : left;
}

/* The nodes FIRST .. *LAST are to be given, with *N actions in all: 0 where there is nothing to give. */
static uint32_t choose(Share *s, uint32_t *last, uint32_t *n) {
  Nodes *ns = &s->nodes;
  while (s->oldest + 1 < ns->n && spare(ns, s->oldest) == 0) s->oldest++;
  *last = s->oldest;
  *n = spare(ns, s->oldest);
  while (*last + 2 < ns->n && *n * WORTH < ns->base + *last) *n += spare(ns, ++*last);
  return s->oldest;
}

static void fill(Task *t, Nodes *ns, uint32_t first) {
  uint32_t at = 0;
  for (uint32_t i = 0; i < t->nnodes; i++) {
    const Node *node = &ns->at[first + i];
    uint32_t n = spare(ns, first + i);
    memcpy(t->left + at, ns->actions + node->end - n, n * sizeof *t->left);
    t->nodes[i] = *node;
    t->nodes[i].next = at;
    t->nodes[i].end = at += n;
  }
}

/* Without memory for the task the work stays here. */
static void give(Share *s, ExRun *run) {
  Nodes *ns = &s->nodes;
  uint32_t last, n, first = choose(s, &last, &n);
  Task *t = n ? task_new(run, ns->base + last, last - first + 1, n) : NULL;
  if (!t) return;
  for (uint32_t i = 0; i < t->nway; i++) t->way[i] = run->path[i].action;
  fill(t, ns, first);
  if (!pool_push(&run->team->pool, run->worker, t)) {
    task_free(run->mem, t);
    return;
  }
  for (uint32_t i = last + 1; i-- > first;) ns->at[i].end -= spare(ns, i);
}

/* --- taking --- */

static void finish(Share *s, ExRun *run) {
  if (s->busy) pool_done(&run->team->pool, run->worker);
  s->busy = false;
}

/* The task's nodes are the only ones on the stack. */
static bool begin(Share *s, ExRun *run, const Task *t) {
  Nodes *ns = &s->nodes;
  ns->n = s->oldest = 0;
  ns->base = t->nway - (t->nnodes - 1);
  if (!nodes_room(ns, run, t->nnodes, t->nactions)) return false;
  memcpy(ns->at, t->nodes, t->nnodes * sizeof *t->nodes);
  memcpy(ns->actions, t->left, t->nactions * sizeof *t->left);
  ns->n = t->nnodes;
  return true;
}

bool share_approach(ExRun *run, const VmAction *way, uint32_t n, ExMove *m) {
  uint32_t common = 0;
  while (common < run->depth && common < n && run->path[common].action.tid == way[common].tid &&
         run->path[common].action.choice == way[common].choice) common++;
  if (common < run->depth) *m = ex_back(common);
  else if (common < n) *m = ex_again(way[common]);
  else return false;
  return true;
}

static ExMove approach(Share *s, ExRun *run) {
  Task *t = s->task;
  ExMove m;
  if (share_approach(run, t->way, t->nway, &m)) return m;
  if (!begin(s, run, t)) ex_stop(run, "memory");
  task_free(run->mem, t);
  s->task = NULL;
  return run->stop ? ex_done() : nodes_next(&s->nodes, run);
}

static ExMove take(Share *s, ExRun *run) {
  finish(s, run);
  s->task = team_pop(run);
  s->busy = s->task != NULL;
  if (!s->task || run->stop) return ex_done();
  return approach(s, run);
}

/* --- searching --- */

void share_open(Share *s, ExRun *run) {
  *s = (Share){ .arrived = run->worker == 0, .busy = run->worker == 0 };
  s->nodes.last = NOBODY;
  if (s->busy) pool_hold(&run->team->pool);            /* the whole search is the first task */
}

/* The node of a state arrived in. A leaf adds its share to what is done of the search. */
static bool push(Share *s, ExRun *run) {
  Nodes *ns = &s->nodes;
  if (!nodes_push(ns, run)) {
    ex_stop(run, "memory");
    return false;
  }
  if (ns->at[ns->n - 1].next == ns->at[ns->n - 1].end) run->result->stats.done += ns->share;
  else if (pool_hungry(&run->team->pool)) give(s, run);
  return true;
}

ExMove share_next(Share *s, ExRun *run) {
  if (s->task) return approach(s, run);
  if (s->arrived && !push(s, run)) return ex_done();
  s->arrived = false;
  ExMove m = nodes_next(&s->nodes, run);
  return m.kind == EX_DONE ? take(s, run) : m;
}

void share_close(Share *s, ExRun *run) {
  if (s->task) task_free(run->mem, s->task);
  finish(s, run);
  nodes_deinit(&s->nodes, run);
}

void share_give_back(ExTeam *team) {
  for (Task *t; (t = pool_drain(&team->pool));) task_free(team->mem, t);
}
