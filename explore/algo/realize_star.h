/* explore/algo/realize_star.h -- the published Realize on any communication graph: 2-SAT where it is acyclic; else one thread is
 * the root of a star, and the orders of conflicting events among the others are gone through, one per Mazurkiewicz class.
 * Chalupa et al., "Data-centric Dynamic Partial Order Reduction", POPL 2018, section 7.1 (Handling cyclic architectures).
 * The leaves come first in the order of their numbers: where these are from an execution, that order is nearly always good.
 * Differs from the paper's tool: the first order that has a trace will do, since one trace an annotation is enough to go on
 * from; and before orders are gone through, 2-SAT without those among leaves must not contradict.
 * Owns: its tables, from MEM. */
#ifndef EXPLORE_ALGO_REALIZE_STAR_H
#define EXPLORE_ALGO_REALIZE_STAR_H
#include "explore/algo/realize_paper.h"

#define STAR_BUDGET 2000u

typedef struct { Realize z; uint32_t pair; uint8_t side; } StarLevel;      /* pair: the one ordered here; side: ways tried */

typedef struct Star {
  Mem *mem;
  Paper paper;
  StarLevel *level; size_t nlevel, cap_level;
  PaperEdge *pair; size_t npair, cap_pair;   /* conflicting events of different leaves, the smaller number first */
  PaperEdge *edge; size_t cap_edge;          /* the basis' edges, and the order of the leaves */
  uint32_t budget;                           /* orders of leaves that one question may try */
  uint64_t asked, stars, orders;             /* since star_init: questions; on cyclic graphs; orders of leaves tried */
} Star;

void star_init(Star *s, Mem *m);
void star_deinit(Star *s);
/* As paper_realize. ROOT: the thread to take for it if the graph is cyclic; b->root is not looked at. REAL_BUDGET: unknown,
 * too many orders of the leaves. */
RealAnswer star_realize(Star *s, const PaperBasis *b, uint32_t root, uint32_t *order);
#endif
