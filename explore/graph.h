/* explore/graph.h -- the state graph of a model as far as it can be shown: states in breadth-first order, with all steps between
 * them, without reduction. It holds at most so many states, among them all of the path that fails, whatever their number.
 * Owns: nothing; a graph lives in the arena given. */
#ifndef EXPLORE_GRAPH_H
#define EXPLORE_GRAPH_H
#include "explore/check.h"

enum {                           /* GraphNode.is */
  NODE_INITIAL = 1,
  NODE_TERMINAL = 2,             /* all threads that must end have ended */
  NODE_DEADLOCK = 4,
  NODE_BLOCKED = 8,              /* stopped by assume or a loop bound */
  NODE_FAILS = 16,               /* a thread has failed, finally fails, or an invariant does not hold */
  NODE_PATH = 32,                /* the failing path goes through it */
  NODE_END = 64,                 /* and ends in it */
  NODE_MORE = 128                /* steps lead from it to states left out */
};

typedef struct { const char *name, *status; uint32_t line, col; const char *locals; } GraphThread;    /* line 0: it stands nowhere */
typedef struct { const char *name, *value; bool changed; /* since the initial state */ } GraphValue;
typedef struct {
  unsigned is;
  GraphThread *threads; size_t nthreads;     /* those that were started */
  GraphValue *values; size_t nvalues;        /* shared leaves */
  GraphValue *mail; size_t nmail;            /* mailboxes that are not empty */
  const char *fails;                         /* what is wrong here; NULL: nothing */
} GraphNode;
typedef struct {
  uint32_t from, to;
  const char *thread, *what, *choice;        /* choice NULL: there was none */
  bool crash;
  size_t path;                   /* step of the failing path, from 1; 0: none */
} GraphEdge;

typedef struct {
  GraphNode *nodes; size_t nnodes;
  GraphEdge *edges; size_t nedges;           /* by from, then by thread and choice */
  size_t cap;                                /* states asked for */
  bool more;                                 /* states were left out */
  const char *stopped;                       /* why the graph ends early besides: interrupted, memory; NULL: it does not */
  const char *finding;                       /* what the path shows, in one line; NULL: there is no path */
  size_t npath;                              /* its steps */
} Graph;

/* The graph of C's model with the path of C's first finding (if it has a schedule), of at most CAP states. */
const Graph *graph_build(const Check *c, size_t cap, Arena *a);
#endif
