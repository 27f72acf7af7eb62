/* explore/algo/realize.h -- is there a total order of n events that obeys plain edges and disjunctions?
 * The question behind every search over reads-from classes: program order, sources and mailboxes give plain edges; a reader r
 * of w and another writer v give "v before w, or r before v". Hard in general (Chalupa, Chatterjee, Pavlogiannis, Sinha,
 * Vaidya, "Data-centric Dynamic Partial Order Reduction", POPL 2018, section 4.1), nearly always easy: what one side of a
 * disjunction contradicts decides the other, and what is then left open seldom matters. So we close under consequences first,
 * then look whether the first order at hand will do, and only then try.
 * Use: real_begin, real_edge and real_either in any order, real_solve. Afterwards more events, edges and disjunctions may be
 * added and solved again.
 * Owns: its tables, from MEM. No memory is asked for once they are big enough. */
#ifndef EXPLORE_ALGO_REALIZE_H
#define EXPLORE_ALGO_REALIZE_H
#include "lang/mem.h"

#define REAL_BUDGET_DEFAULT 1000000u

typedef enum { REAL_NO, REAL_YES, REAL_BUDGET, REAL_NOMEM } RealAnswer;
typedef struct { uint32_t a, b, c, d; } RealEither;          /* a before b, or c before d */
typedef struct { uint64_t *word, old; } RealChange;
typedef struct { RealEither pick; size_t nlog, nopen; } RealFrame;

typedef struct Realize {
  Mem *mem;
  uint32_t n, words;                         /* events; words a row, 1 up to 64 events */
  uint64_t *after; size_t cap_after;         /* row x: all y with x -> y, closed */
  uint64_t *before; size_t cap_before;       /* row x: all y with y -> x, closed */
  RealEither *open; size_t nopen, cap_open;  /* the disjunctions that no edge fulfils yet, in no order */
  bool cycle;                                /* contradicted: void until real_begin */
  uint64_t budget;                           /* edges that the search of one real_solve may insert; real_init sets the default */
  uint64_t spent;                            /* edges inserted since real_init, by anybody */
  uint64_t tried, wrong, undone;             /* since real_init: disjunctions decided by trying a side; of those, the side failed at
                                                once; the side was taken back later. On an acyclic communication graph none is */
  RealChange *log; size_t nlog, cap_log;     /* what the search has changed in the rows, newest last */
  RealFrame *frame; size_t nframe, cap_frame;            /* its open tries */
  uint32_t *list; size_t cap_list;           /* for linearizing: four lists of n */
  uint64_t *bits; size_t cap_bits;           /* and two rows */
} Realize;

void real_init(Realize *z, Mem *m);
void real_deinit(Realize *z);

/* N events 0 .. n-1, no edges, no disjunctions. False: no memory, Z as before. */
bool real_begin(Realize *z, uint32_t n);
/* Appends events without edges, so that there are N; requires z->n <= n. False: no memory, Z as before. */
bool real_grow(Realize *z, uint32_t n);
/* TO gets the events, edges, disjunctions and budget of FROM; not its counts. False: no memory, TO is void until real_begin. */
bool real_copy(Realize *to, const Realize *from);

/* A plain edge; closes. False: it makes a cycle, Z is void until real_begin. */
bool real_edge(Realize *z, uint32_t a, uint32_t b);
/* A -> B in the closure? */
static inline bool real_before(const Realize *z, uint32_t a, uint32_t b) { return z->after[(size_t)a * z->words + (b >> 6)] >> (b & 63) & 1; }
/* Keeps "a before b, or c before d". An event is never before itself. False: no memory, it is not kept. */
bool real_either(Realize *z, uint32_t a, uint32_t b, uint32_t c, uint32_t d);

/* Inserts the edges that disjunctions leave no choice about. REAL_NO: there is no order, Z is void.
 * REAL_YES: nothing contradicts so far; disjunctions may be left in z->open. */
RealAnswer real_saturate(Realize *z);
/* Saturates, then searches where that leaves a choice. REAL_YES: ORDER (room for z->n, or NULL) is such an order; among
 * events that are ready always the one with the smallest number comes first. REAL_NO: there is none, Z is void.
 * REAL_BUDGET, REAL_NOMEM: unknown. Unless void, Z holds afterwards only edges that every such order obeys. */
RealAnswer real_solve(Realize *z, uint32_t *order);
#endif
