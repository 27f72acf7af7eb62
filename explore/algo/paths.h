/* explore/algo/paths.h -- how many maximal paths a graph without cycles has, exactly, however many digits.
 * Owns: the edges, from the Mem given. */
#ifndef EXPLORE_ALGO_PATHS_H
#define EXPLORE_ALGO_PATHS_H
#include "explore/run.h"

typedef struct {
  Mem *mem;
  uint32_t *edges; size_t nedges, cap_edges;           /* targets, node after node as they came */
  struct { size_t at; uint32_t n; } *nodes; size_t cap_nodes;          /* per node: its edges */
  uint32_t node, nnodes;         /* the one whose edges come now; one more than the largest */
} Paths;

void paths_init(Paths *p, Mem *m);
void paths_deinit(Paths *p);
/* The edges of NODE come next, and come once. False: no memory. */
bool paths_node(Paths *p, uint32_t node);
bool paths_edge(Paths *p, uint32_t to);
/* The paths from node 0 to nodes without edges, into run->result->paths. Requires: no cycle; every node was announced. */
bool paths_count(Paths *p, ExRun *run);
#endif
