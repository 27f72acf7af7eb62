/* explore/algo/share.h -- a depth-first search, alone or shared by several workers (--jobs): naive and reach are made of it.
 * A worker that sees somebody wait gives away the untried actions of its oldest nodes, which is where most of its work is:
 *
 *   path   o--o--o--o--o--o        a task: the way to the last of the nodes given, the nodes, and what is left to try at each.
 *          |  |     |  |           Of one node as a rule; where the way is long, of as many as make it worth going.
 *          given    kept
 *
 * Whoever takes it goes the way again, uncounted (EX_AGAIN), and searches below the nodes as if it had come to them by itself.
 * So each action of each node is tried once, by somebody.
 * Owns: the nodes, and the task whose way is being gone. */
#ifndef EXPLORE_ALGO_SHARE_H
#define EXPLORE_ALGO_SHARE_H
#include "explore/algo/nodes.h"
#include "explore/team.h"

struct ShareTask;
typedef struct {
  Nodes nodes;
  bool arrived;                  /* the algorithm's `took` says so: the present state gets a node */
  uint32_t oldest;               /* nodes before this one have nothing left */
  struct ShareTask *task;        /* whose way is being gone; NULL: none */
  bool busy;                     /* a task of the pool is open on this worker's account */
} Share;

/* For `open`. Worker 0 has arrived in the initial state, which is the first task; the others ask for theirs. */
void share_open(Share *s, ExRun *run);
/* The next move: a node for a state arrived in, a step of the deepest node, or a task. EX_DONE: nothing is left anywhere, or
 * the search has stopped. */
ExMove share_next(Share *s, ExRun *run);
void share_close(Share *s, ExRun *run);
/* One move closer to the end of WAY: back to where the ways part, then along it, uncounted. False: the machine stands there. */
bool share_approach(ExRun *run, const VmAction *way, uint32_t n, ExMove *m);
/* For `team_close`: frees the tasks that nobody took. */
void share_give_back(ExTeam *team);
#endif
