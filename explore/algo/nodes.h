/* explore/algo/nodes.h -- the stack of a depth-first search: per depth the actions that are left to try, and what
 * --preemptions needs to know. Used by share.h.
 * Owns: the stacks, from run->mem. */
#ifndef EXPLORE_ALGO_NODES_H
#define EXPLORE_ALGO_NODES_H
#include "explore/run.h"

#define NOBODY 255
typedef struct {
  uint32_t next, end;            /* actions[next .. end) are left */
  VmTid last;                    /* who ran last; NOBODY at the start */
  bool last_enabled;             /* it could go on: another thread's step is a preemption */
  uint32_t preemptions;          /* so far */
  double share;                  /* of the whole search, of each action here: all runs weigh 1, a node's actions alike */
} Node;

typedef struct {
  Node *at; uint32_t n, cap;     /* n: nodes on the stack; the top one belongs to the present state */
  uint32_t base;                 /* depth of at[0] */
  VmAction *actions; uint32_t actions_cap;
  VmTid last; uint32_t preemptions; double share;      /* of the present state */
} Nodes;

/* Pushes a node with run->enabled, those within the bound; none when the run was cut. False: no memory. */
bool nodes_push(Nodes *ns, ExRun *run);
/* Makes room for N more nodes with MORE actions in all. False: no memory. */
bool nodes_room(Nodes *ns, ExRun *run, uint32_t n, size_t more);
/* What to do next: a step of the top node, or back to the deepest one with something left. */
ExMove nodes_next(Nodes *ns, ExRun *run);
void nodes_deinit(Nodes *ns, ExRun *run);
#endif
