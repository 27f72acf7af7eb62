/* explore/algo/nodes.c -- see nodes.h. */
#include "explore/algo/nodes.h"
#include <string.h>

static uint32_t top_of(const Nodes *ns) { return ns->n ? ns->at[ns->n - 1].end : 0; }

bool nodes_room(Nodes *ns, ExRun *run, uint32_t n, size_t more) {
  uint32_t top = top_of(ns);
  if (n > ns->cap - ns->n) {
    uint32_t cap = (ns->n + n) * 2 > 256 ? (ns->n + n) * 2 : 256;
    Node *at = mem_realloc(run->mem, ns->at, ns->cap * sizeof *at, cap * sizeof *at);
    if (!at) return false;
    ns->at = at;
    ns->cap = cap;
  }
  if (top + more > ns->actions_cap) {
    uint32_t cap = (uint32_t)(top + more) * 2 + 256;
    VmAction *a = mem_realloc(run->mem, ns->actions, ns->actions_cap * sizeof *a, cap * sizeof *a);
    if (!a) return false;
    ns->actions = a;
    ns->actions_cap = cap;
  }
  return true;
}

/* A crash is the environment's doing: it is no preemption, and who ran last stays so. */
static uint32_t within_bound(const Nodes *ns, ExRun *run, Node *node, VmAction *out) {
  uint32_t n = 0;
  for (size_t i = 0; i < run->nenabled; i++)
    if (run->enabled[i].tid == ns->last && run->enabled[i].choice != VM_CRASH) node->last_enabled = true;
  bool spent = node->last_enabled && ns->preemptions >= (uint64_t)run->limits->preemptions;
  for (size_t i = 0; i < run->nenabled; i++) {
    VmAction a = run->enabled[i];
    if (spent && a.tid != ns->last && a.choice != VM_CRASH) ex_prune(run, "preemptions");
    else out[n++] = a;
  }
  return n;
}

bool nodes_push(Nodes *ns, ExRun *run) {
  uint32_t top = top_of(ns), n = (uint32_t)run->nenabled;
  if ((ns->n == ns->cap || top + n > ns->actions_cap) && !nodes_room(ns, run, 1, n)) return false;
  Node *node = &ns->at[ns->n++];
  *node = (Node){ .next = top, .last = ns->last, .preemptions = ns->preemptions };
  if (run->cut) n = 0;
  else if (run->limits->preemptions >= 0) n = within_bound(ns, run, node, ns->actions + top);
  else for (uint32_t i = 0; i < n; i++) ns->actions[top + i] = run->enabled[i];
  node->end = top + n;
  node->share = n ? ns->share / n : 0;
  return true;
}

ExMove nodes_next(Nodes *ns, ExRun *run) {
  while (ns->n && ns->at[ns->n - 1].next == ns->at[ns->n - 1].end) ns->n--;
  if (!ns->n) return ex_done();
  Node *node = &ns->at[ns->n - 1];
  if (ns->base + ns->n - 1 < run->depth) return ex_back(ns->base + ns->n - 1);
  VmAction a = ns->actions[node->next++];
  ns->preemptions = node->preemptions;
  ns->last = node->last;
  ns->share = node->share;
  if (a.choice != VM_CRASH) {
    if (node->last_enabled && a.tid != node->last) ns->preemptions++;
    ns->last = a.tid;
  }
  return ex_step(a);
}

void nodes_deinit(Nodes *ns, ExRun *run) {
  mem_free(run->mem, ns->at, ns->cap * sizeof *ns->at);
  mem_free(run->mem, ns->actions, ns->actions_cap * sizeof *ns->actions);
}
