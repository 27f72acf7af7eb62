/* explore/algo/reduced.h -- a reduced state graph of a model whose runs end: nodes are states with sleep sets.
 * Owns: the graph, from run->mem. */
#ifndef EXPLORE_ALGO_REDUCED_H
#define EXPLORE_ALGO_REDUCED_H
#include "explore/run.h"

typedef struct {
  bool closures;                 /* of the enabled actions only those of a small source set are taken */
  bool persistent;               /* which is a persistent set */
  bool pifs;                     /* successors from which nothing new can begin are left out */
  bool sleep;                    /* nodes have sleep sets */
} Reduction;

typedef struct Reduced Reduced;
Reduced *reduced_open(ExRun *run, Reduction how);    /* NULL: no memory */
void reduced_close(Reduced *x, ExRun *run);
ExMove reduced_next(Reduced *x, ExRun *run);
bool reduced_took(Reduced *x, ExRun *run);
#endif
