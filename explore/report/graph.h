/* explore/report/graph.h -- the state graph for other programs. HINT: that states were left out, and what shows more; NULL: all is there. */
#ifndef EXPLORE_REPORT_GRAPH_H
#define EXPLORE_REPORT_GRAPH_H
#include <stdio.h>
#include "explore/graph.h"

void rep_dot(const Check *c, const Graph *g, const char *hint, FILE *out);               /* Graphviz */
void rep_graph_json(const Check *c, const Graph *g, const char *hint, FILE *out);        /* schema: docs/graph.md */
#endif
