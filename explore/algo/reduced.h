/* explore/algo/reduced.h -- a reduced state graph of a model whose runs end: nodes are states with sleep sets.
 * Without sleep sets several workers can make it together (--jobs), and then also of models whose runs may not end.
 * Owns: the graph, from run->mem; the states and tasks that workers share, from the team's. */
#ifndef EXPLORE_ALGO_REDUCED_H
#define EXPLORE_ALGO_REDUCED_H
#include "explore/team.h"

typedef struct {
  bool closures;                 /* of the enabled actions only those of a small source set are taken */
  bool persistent;               /* which is a persistent set */
  bool pifs;                     /* successors from which nothing new can begin are left out */
  bool sleep;                    /* nodes have sleep sets */
  bool loops;                    /* runs may not end (requires: neither pifs nor sleep) */
} Reduction;

typedef struct Reduced Reduced;
Reduced *reduced_open(ExRun *run, Reduction how);    /* NULL: no memory */
void reduced_close(Reduced *x, ExRun *run);
ExMove reduced_next(Reduced *x, ExRun *run);
bool reduced_took(Reduced *x, ExRun *run);
/* What several workers share. */
bool reduced_team_open(ExTeam *team);                /* false: no memory */
void reduced_team_close(ExTeam *team);
#endif
