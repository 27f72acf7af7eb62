/* explore/algo/realize_paper.h -- Realize as published: a trace in which every read observes its given write, by 2-SAT.
 * Chalupa, Chatterjee, Pavlogiannis, Sinha, Vaidya, "Data-centric Dynamic Partial Order Reduction", POPL 2018, Alg. 1.
 * Complete where the communication graph is acyclic: its nodes are the threads, its edges join threads that share an object
 * one of them writes, or that an extra edge ties together.
 * For the rest we do what the paper's tool does (section 7.1): one thread is the root of a star, the conflicting events of all
 * others, the leaves, come in an order that the caller gives as extra edges, and 2-SAT orders root against leaves. There is a
 * trace iff there is one for some order of the leaves; realize_star.h goes through them.
 * realize.h answers the same question faster and on any graph; this file is there to be compared with.
 * Differs from the paper: events may access several objects, and read and write one at once; the initial value has no event of
 * its own. Cubic in events, as published.
 * Owns: its tables, from MEM. */
#ifndef EXPLORE_ALGO_REALIZE_PAPER_H
#define EXPLORE_ALGO_REALIZE_PAPER_H
#include "explore/algo/realize.h"
#include "explore/algo/twosat.h"

#define PAPER_INITIAL UINT32_MAX             /* source: the initial value */
#define PAPER_NO_ROOT UINT32_MAX

typedef struct { uint32_t obj, source; uint8_t mode; } PaperAccess;         /* mode: ACC_R, ACC_W, ACC_RW; source: of a read, the event it observes */
typedef struct { uint32_t thread, first, nacc; } PaperEvent;                /* thread: below 256; its accesses: acc[first ..] */
typedef struct { uint32_t from, to; } PaperEdge;

/* A positive annotation with its basis. Events of a thread are numbered in program order. */
typedef struct {
  uint32_t n;
  const PaperEvent *ev;
  const PaperAccess *acc;
  uint32_t nedge;
  const PaperEdge *edge;                     /* what else is ordered: spawn, join, messages; the leaves of a star */
  uint32_t root;                             /* PAPER_NO_ROOT: the communication graph as it is, which must be acyclic */
} PaperBasis;

typedef struct Paper {
  Mem *mem;
  Realize closure;                           /* G*, then G' */
  TwoSat sat;
  uint32_t *var; size_t cap_var;             /* per ordered pair of events: its variable, or NO_VAR */
  uint32_t vars;
  bool partial;                              /* leaves may be unordered: what depends on that is left out */
  uint64_t clauses;                          /* since paper_init */
  uint32_t threads;                          /* of the newest basis: above the highest */
  uint64_t adjacent[256][4];                 /* its communication graph */
} Paper;

void paper_init(Paper *p, Mem *m);
void paper_deinit(Paper *p);
/* Is the communication graph acyclic? Does not look at the root. */
bool paper_acyclic(Paper *p, const PaperBasis *b);
/* REAL_YES: ORDER (room for b->n) is a trace that realizes B. REAL_NO: there is none. REAL_NOMEM: unknown.
 * Requires: without a root, an acyclic graph; with one, that edges, program order and sources order the leaves' conflicts. */
RealAnswer paper_realize(Paper *p, const PaperBasis *b, uint32_t *order);
/* With a root whose leaves are not, or not all, ordered. REAL_NO: no order of them has a trace. REAL_YES: unknown. Either way
 * p->closure holds the closure of program order, sources and edges, unless these make a cycle. */
RealAnswer paper_possible(Paper *p, const PaperBasis *b);
#endif
